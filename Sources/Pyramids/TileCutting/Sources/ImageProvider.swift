internal import ChannelImages
internal import Files
internal import Glibc
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import Mosaics

/// Opens the image of a plan as often as it is needed.
struct ImageProvider: Sendable {
    /// The image's name in messages.
    let name: String
    /// Identifies the image; an interrupted run is only resumed while it is unchanged.
    let identity: @Sendable () -> String
    /// Identifies the image like ``identity``, without what differs between copies of it.
    let contentIdentity: @Sendable () -> String
    /// Samples the image's content, where ``identity`` tells only of size and date; nil if it tells more.
    var contentHash: @Sendable () -> UInt64? = { nil }
    /// The bytes of the image's file; nil if they are unknown.
    var byteCount: @Sendable () -> Int? = { nil }
    /// Decides how the channels of the image are shown; nil if it is one picture.
    var channels: @Sendable (ChannelSelection, DecodeOptions) throws -> RenderedChannels? = { _, _ in nil }
    /// Opens the image; called again each time that its pixels are read.
    let open: @Sendable (DecodeOptions) throws -> any ImageSource
}

extension ImageProvider {
    init(_ input: MosaicInput) {
        let file = CachedMosaicFile(input)
        self.init(
            name: input.name, identity: { Self.identity(of: input, file) },
            contentIdentity: {
                Self.byteCount(of: input, file).map { "\($0) bytes" } ?? Self.identity(of: input, file)
            },
            contentHash: { Self.contentHash(of: input, file) },
            byteCount: { Self.byteCount(of: input, file) },
            channels: { try input.channels($0, $1) }, open: { try file.open($0) })
    }

    private static func byteCount(of input: MosaicInput, _ file: CachedMosaicFile) -> Int? {
        if let list = try? file.description() { return list.memberStatus().byteCount }
        switch input {
        case .image(.bytes(let bytes, _)):
            return bytes.count
        case .image(.file(let path)):
            var status = stat()
            return Files.stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
        case .list, .images:
            return nil
        }
    }

    private static func contentHash(of input: MosaicInput, _ file: CachedMosaicFile) -> UInt64? {
        switch input {
        case .image(.file(let path)): return ContentSample.hash(of: path)
        case .image(.bytes): return nil
        case .images: return (try? file.description())?.contentHash()
        case .list(let list):
            guard let sample = ContentSample.hash(of: list.path), let description = try? file.description() else {
                return nil
            }
            return FNV1aHash.hash(Array("\(sample) \(description.contentHash())".utf8))
        }
    }

    private static func identity(of input: MosaicInput, _ file: CachedMosaicFile) -> String {
        let members = (try? file.description()).map { "images \(String($0.memberStatus().hash, radix: 16))" }
        switch input {
        case .image(.bytes(let bytes, _)):
            return "bytes \(bytes.count) hash \(FNV1aHash.hash(bytes))"
        case .image(.file(let path)):
            return identity(ofFile: path)
        case .list(let list):
            return [identity(ofFile: list.path), members].compactMap(\.self).joined(separator: ", ")
        case .images:
            return members ?? "unreadable"
        }
    }

    private static func identity(ofFile path: String) -> String {
        var status = stat()
        guard Files.stat(path, &status) == 0 else { return "unreadable" }
        func beside(_ fileExtension: String, _ name: String) -> String {
            var status = stat()
            guard Files.stat(path + fileExtension, &status) == 0 else { return "" }
            return ", \(name) \(status.st_size) bytes, changed \(status.st_mtim.tv_sec)"
        }
        return "file \(status.st_size) bytes, changed \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
            + beside(".msk", "mask") + beside(".aux.xml", "metadata")
    }
}
