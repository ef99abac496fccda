internal import Glibc
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

extension CutPlan {
    /// What an interrupted run must have in common with this one to be continued: the source's size and date, and
    /// every option that changes a tile.
    public var fingerprint: String {
        [
            sourceIdentity,
            "size \(image.size) layout \(image.layout.channels)\(image.layout.depth.rawValue)",
            "tiles \(options.tileSize) overlap \(options.overlap) levels \(pyramid.presentLevels)",
            "format \(format.rawValue) quality \(options.quality) chroma \(options.chroma.rawValue)",
            "metadata \(Self.hash(encoding.exif ?? [])) profile \(Self.hash(encoding.profile ?? []))",
            "decoding page \(decoding.page) dpi \(decoding.dpi) range \(decoding.range) depth \(decoding.depth.rawValue) "
                + "alpha \(decoding.alpha) autorotate \(decoding.autorotate) profile \(decoding.keepProfile) "
                + "truncated \(decoding.allowTruncated)",
        ].joined(separator: "\n")
    }

    private var sourceIdentity: String {
        switch input {
        case .bytes(let bytes, _):
            return "bytes \(bytes.count) hash \(Self.hash(bytes))"
        case .file(let path):
            var status = stat()
            guard stat(path, &status) == 0 else { return "unreadable" }
            return "file \(status.st_size) bytes, changed \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        }
    }

    /// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): equal on every run, unlike Swift's hashes.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
