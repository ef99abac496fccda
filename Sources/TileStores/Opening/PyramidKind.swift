/// The kinds of pyramid that are recognised and read.
///
/// A new kind is a case here, with how it is told from others and how it is opened.
public enum PyramidKind: String, Hashable, Sendable, CaseIterable {
    /// A descriptor beside a folder of levels.
    case deepZoom = "Deep Zoom"
    /// Tiles of the full size only, side by side in a folder.
    case flat = "flat tiles"
    /// A TIFF in tiles with smaller images of the same picture.
    case tiff = "TIFF"

    /// Whether a folder that is such a pyramid holds nothing but its tiles.
    var fillsFolder: Bool { self == .deepZoom }

    /// Where the pyramids of this kind are that a file or folder is, or belongs to; empty when there are none.
    ///
    /// - Throws: ``StoreError`` when it is of this kind and cannot be opened, for a reason that ``open(_:)`` would not
    ///   see.
    func paths(of candidate: PyramidCandidate) throws -> [String] {
        switch self {
        case .deepZoom: try DeepZoomSource.descriptors(of: candidate)
        case .flat: FlatSource.prefixes(of: candidate)
        case .tiff: TIFFPyramidSource.files(of: candidate)
        }
    }

    /// Opens the pyramid at a path that ``paths(of:)`` has returned.
    func open(_ path: String) throws -> OpenedPyramid {
        switch self {
        case .deepZoom:
            let source = try DeepZoomSource(opening: path)
            return OpenedPyramid(source: source, kind: self, path: path, format: source.format)
        case .flat:
            let source = try FlatSource(opening: path)
            return OpenedPyramid(source: source, kind: self, path: path, format: source.format)
        case .tiff:
            let source = try TIFFPyramidSource(opening: path)
            return OpenedPyramid(source: source, kind: self, path: path, format: source.format)
        }
    }
}

/// A pyramid that has been recognised.
struct PyramidPlace: Hashable {
    var kind: PyramidKind
    var path: String

    func open() throws -> OpenedPyramid { try kind.open(path) }
}
