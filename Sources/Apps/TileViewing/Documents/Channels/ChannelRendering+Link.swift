internal import ChannelImages
internal import FilePyramids
internal import ImageMetadata

extension ChannelRendering {
    /// The most items of a link's text: more than a rendering has names.
    private static let linkItemLimit = 64

    /// The rendering as a word without spaces, as the query of an address has it: `composite=1,2&range=0..4000,0..900`.
    ///
    /// - Parameter image: the description of the image.
    /// - Returns: the word.
    func link(of image: ChannelImageDescription) -> String {
        queryItems(of: image).map { name, value in
            // Commas separate numbers, and need no escapes.
            "\(name)=\(PercentEncoding.encoded(value).replacing("%2C", with: ","))"
        }.joined(separator: "&")
    }

    /// Reads the text of a link.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - channels: the channels of the image.
    ///   - measures: whether ranges that the text does not state, such as percentiles, are measured, which blocks.
    /// - Throws: `CodecError` for texts that the image does not suit, `UnmeasuredRange` for ranges that are not measured, and the
    ///   errors of the samples.
    init(link text: some StringProtocol, in channels: DocumentChannels, measures: Bool = false) throws {
        let parts = text.split(separator: "&", maxSplits: Self.linkItemLimit)
        let items = parts.map { part in
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                name: PercentEncoding.decoded(words[0]), value: PercentEncoding.decoded(words.dropFirst().first ?? "")
            )
        }
        // The names of renderings, and of what is meant by misspelled ones.
        if items.isEmpty || items.contains(where: { !ChannelSelection.isStated(in: [$0]) }) {
            let names = ChannelSelection.QueryName.allCases.map(\.rawValue).joined(separator: ", ")
            let word = items.first { !ChannelSelection.isStated(in: [$0]) }?.name ?? ""
            throw CodecError(
                .invalidRequest, file: "the rendering", "\"\(word)\" is not part of a rendering, which has \(names).")
        }
        let finder = ChannelRangeFinder(channels.description, rangesOf: channels.automatic) { found, section, time in
            guard measures else { throw UnmeasuredRange() }
            return try SampledStatistics.measure(found, of: channels.measured, section: section, time: time)
        }
        try self.init(queryItems: items, finder, automatic: channels.automatic)
    }
}

/// The error of a rendering whose ranges depend on samples that have not been measured.
struct UnmeasuredRange: Error {}

extension Document {
    /// The present rendering of the channels as a word without spaces; nil for the automatic one, and without channels.
    var renderingLink: String? {
        guard let channels, let rendering = channelRendering, rendering != channels.automatic else { return nil }
        return rendering.link(of: channels.description)
    }

    /// Reads the rendering that was asked for, and measures ranges that its text does not state; blocks while it reads.
    ///
    /// - Throws: `CodecError` for texts that the image does not suit, and for an image without channels; errors of its samples.
    func askedRendering(link: String) throws -> ChannelRendering {
        do {
            guard let channels else { throw Self.hasNoChannels(path) }
            return try ChannelRendering(link: link, in: channels, measures: true)
        } catch let error as CodecError {
            throw CodecError(error.code, file: path, error.message)
        }
    }

    /// The error of a rendering for an image that consists of pictures.
    static func hasNoChannels(_ path: String) -> CodecError {
        CodecError(
            .invalidRequest, file: path,
            "it is shown as a picture, whose channels cannot be chosen. Leave the rendering out.")
    }
}
