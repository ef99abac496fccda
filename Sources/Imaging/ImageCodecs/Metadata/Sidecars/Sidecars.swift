internal import Files
internal import Georeferencing
internal import Glibc
internal import ImageMetadata

/// The files beside an image that say where it lies.
struct Sidecars {
    private let path: String
    private let folder: String
    /// The name without its extension, and the extension.
    private let base, fileExtension: String

    /// The most bytes of a world file, and of a file with a system.
    private static let textLimit = 64 << 10
    /// The most bytes of a metadata file, which may have histograms and tables.
    private static let metadataLimit = 8 << 20
    /// The most entries of a folder that are compared with a name in another case.
    private static let entryLimit = 10_000

    /// The files beside an image; nil for one that has no path.
    init?(of input: ImageInput) {
        guard case .file(let path) = input else { return nil }
        self.path = path
        let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        folder = String(path[..<slash])
        let name = path[slash...]
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        base = String(name[..<dot])
        fileExtension = String(name[dot...].dropFirst())
    }

    /// The statements of GDAL's metadata file; nil if there is no such file.
    ///
    /// - Throws: ``CodecError`` when it is there and cannot be read.
    var metadata: PlaceSource? {
        get throws {
            guard let file = Self.read(path + ".aux.xml", limit: Self.metadataLimit) else { return nil }
            return try PlaceSource(metadataFile: file.bytes, file: file.name, image: path)
        }
    }

    /// The statement of the world file, in the system of a file with the extension `prj`; nil if there is neither.
    var worldFile: PlaceSource? {
        let worldFile = first(worldExtensions)
        let system = first(["prj"])
        guard worldFile != nil || system != nil else { return nil }
        let image = path
        var source = PlaceSource(
            origin: worldFile.map { "world file \($0.name)" } ?? system?.name ?? "",
            transform: {
                guard let worldFile else { return nil }
                guard let transform = Geotransform(worldFile: String(decoding: worldFile.bytes, as: UTF8.self)) else {
                    throw CodecError.unreadStatement(
                        .place, file: image,
                        "the world file \(worldFile.name) does not have six numbers, or its pixels have no area. "
                            + "Correct it.")
                }
                return transform
            },
            crs: { try system.map { try ProjectionFile.crs($0.bytes, file: $0.name, image: image) } })
        source.crsOrigin = system?.name
        return source
    }

    /// The extensions of world files: the first and the last letter with a w, the whole with a w, and that for all formats.
    private var worldExtensions: [String] {
        let lower = fileExtension.lowercased()
        guard let first = lower.first, let last = lower.last, lower.count > 1 else { return ["wld"] }
        return ["\(first)\(last)w", "\(lower)w", "wld"]
    }

    // MARK: Files

    /// A file that has been read.
    private struct File {
        var name: String
        var bytes: [UInt8]
    }

    /// The first of the files with the image's name and one of some extensions, in any case.
    private func first(_ extensions: [String]) -> File? {
        for name in extensions {
            for spelling in [name, name.uppercased()] {
                if let file = Self.read("\(folder)\(base).\(spelling)", limit: Self.textLimit) { return file }
            }
        }
        let wanted = extensions.map { "\(base).\($0)".lowercased() }
        // Several files may differ in case only: the first extension counts, and of one extension the first name.
        let found = entries(named: wanted).min {
            (wanted.firstIndex(of: $0.lowercased()) ?? 0, $0) < (wanted.firstIndex(of: $1.lowercased()) ?? 0, $1)
        }
        return found.flatMap { Self.read(folder + $0, limit: Self.textLimit) }
    }

    /// The entries of the image's folder with one of some names, in lower case.
    private func entries(named names: [String]) -> [String] {
        guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [] }
        defer { closedir(stream) }
        var found: [String] = []
        for _ in 0..<Self.entryLimit {
            guard let entry = readdir(stream) else { break }
            let name = PathText.name(of: entry)
            if names.contains(name.lowercased()) { found.append(name) }
        }
        return found
    }

    /// Reads a file; nil if it does not exist, or has more bytes than the limit.
    private static func read(_ path: String, limit: Int) -> File? {
        var status = stat()
        guard Files.stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit,
            let bytes = try? ImageBytes(.file(path)).read(at: 0, count: limit)
        else { return nil }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return File(name: name, bytes: bytes)
    }
}
