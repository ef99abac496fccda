internal import TileContainers

/// A format that keeps the stored values of an image, whatever their depth and the number of channels.
package enum ValueFormat: Hashable, Sendable {
    /// OME-Zarr in a folder or a ZIP archive.
    case omeZarr
    /// A tiled OME-TIFF.
    case omeTIFF

    /// The extensions of a path, in lower case.
    private static let extensions: [(String, ValueFormat)] = [
        (".zarr", .omeZarr), (".ozx", .omeZarr), (".zarr.zip", .omeZarr), (".ome.tif", .omeTIFF),
        (".ome.tiff", .omeTIFF),
    ]

    /// The format that the extension of an output names; nil for pyramids of pictures.
    package init?(ofOutput path: String) {
        let name = FilePath.name(of: FilePath.withoutTrailingSlashes(path)).lowercased()
        guard let match = Self.extensions.first(where: { name.hasSuffix($0.0) && name != $0.0 }) else { return nil }
        self = match.1
    }

    /// The name for people.
    package var name: String {
        switch self {
        case .omeZarr: "OME-Zarr"
        case .omeTIFF: "OME-TIFF"
        }
    }

    /// The codecs of its chunks, the usual one first.
    package var codecs: [ValueCodec] {
        switch self {
        case .omeZarr: [.zstd, .blosc, .gzip, .none]
        case .omeTIFF: [.deflate, .lzw, .none]
        }
    }

    /// The width and height of chunks where nothing else is asked for.
    package var usualChunkSide: Int {
        switch self {
        case .omeZarr: 256
        case .omeTIFF: 512
        }
    }
}

/// A lossless codec of chunks; the raw value is the name in options.
package enum ValueCodec: String, Hashable, Sendable, CaseIterable {
    case zstd, blosc, gzip, deflate, lzw, none

    /// The levels, from the fastest to the smallest result; nil for a codec without.
    package var levels: ClosedRange<Int>? {
        switch self {
        case .zstd: 1...22
        case .blosc, .gzip: 1...9
        case .deflate: 1...12
        case .lzw, .none: nil
        }
    }

    /// The level where nothing else is asked for.
    package var usualLevel: Int {
        switch self {
        case .zstd: 3
        case .blosc: 5
        case .gzip, .deflate: 6
        case .lzw, .none: 0
        }
    }
}
