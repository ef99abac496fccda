internal import Concurrency
internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// The properties of an image, as its header states them.
struct MemberHeader: Sendable {
    let member: MosaicDescription.Member
    let info: ImageInfo
    /// The channels after those of the list have been picked.
    let channels: PixelLayout.Channels
    /// The image's own georeference, where its position depends on it.
    let georeference: RasterGeoreference?

    private init(_ member: MosaicDescription.Member, isJoined: Bool, _ options: DecodeOptions) throws {
        self.member = member
        info = try member.open(options).info
        channels = try member.channels(of: info)
        guard member.placement == .georeferenced else {
            georeference = nil
            return
        }
        guard let found = try StatedGeoreference.read(.file(member.path), page: member.page) else {
            throw CodecError(
                .unsupported, file: member.path,
                isJoined
                    ? "it is not georeferenced, so that its place in the mosaic is not known. Leave it out, or write a list of "
                        + "images that says where each lies."
                    : "it is not georeferenced, and the list does not say where it lies. Add its x and y to the list.")
        }
        georeference = found.georeference
    }

    /// Reads the headers of all images, several at a time.
    ///
    /// - Returns: the headers in the order of the list. If damage is allowed, headers that cannot be read are left out, with a
    ///   warning for each.
    static func read(
        _ description: MosaicDescription, _ options: DecodeOptions
    ) throws -> (found: [MemberHeader], warnings: [String]) {
        let members = description.members
        let results = Locked([Int: Result<MemberHeader, any Error>]())
        let workers = min(options.threads ?? Processors.count, Mosaic.openFileLimit)
        try parallelFor(members.count, workers: workers, makeContext: {}) { index, _ in
            let result = Result { () throws -> MemberHeader in
                do {
                    return try MemberHeader(members[index], isJoined: description.isJoined, options)
                } catch let error as CodecError {
                    let error = description.isJoined ? error.ofJoined(members[index].path) : error
                    throw error.inList(description.path)
                }
            }
            if case .failure(let error) = result, !options.allowTruncated || (error as? CodecError)?.isDamage != true {
                throw error
            }
            results.withLock { $0[index] = result }
        }
        var (found, warnings): ([MemberHeader], [String]) = ([], [])
        var firstError: (any Error)?
        for (_, result) in results.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            switch result {
            case .success(let header): found.append(header)
            case .failure(let error):
                firstError = firstError ?? error
                let reason = (error as? CodecError)?.message ?? "\(error)"
                warnings.append("\(reason) The background is shown instead.")
            }
        }
        if found.isEmpty, let firstError { throw firstError }
        return (found, warnings)
    }
}

extension CodecError {
    /// The error of an image that the user has named; where it is a list of images, one that says so.
    fileprivate func ofJoined(_ path: String) -> CodecError {
        guard code != .inputOutput, MosaicList.isContent(of: path) else { return self }
        return CodecError(
            .unsupported, file: path,
            "this is a list of images, which cannot be one of a mosaic. Cut it by itself.")
    }
}
