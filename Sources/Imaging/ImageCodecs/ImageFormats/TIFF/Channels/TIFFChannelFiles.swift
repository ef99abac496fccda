internal import Caching
internal import ChannelImages
internal import Files
internal import Glibc
internal import ImageMetadata

/// A TIFF, and the files beside it with further planes of the same image, which are opened when they are needed.
final class TIFFChannelFiles: Sendable {
    /// The file that was opened.
    let main: TIFFChannelFile
    private let others = SharedCache<String, TIFFChannelFile>(limit: fileLimit)

    /// The most further files that are open at a time.
    static let fileLimit = 64
    /// The most further files that are looked for when an image is opened.
    static let searchLimit = 1024

    /// Begins with a file.
    init(_ main: TIFFChannelFile) {
        self.main = main
    }

    /// Returns the file at a location of OME-XML.
    ///
    /// - Throws: ``CodecError`` when the name or a link leads out of the file's folder, or the file cannot be opened.
    func file(at location: OMEPlanes.Location) throws -> TIFFChannelFile {
        guard let stated = location.fileName else { return main }
        guard case .file(let path) = main.input, let name = location.nameInFolder else {
            throw CodecError(
                .unsupported, file: main.name,
                "some of its planes are in the file \u{201C}\(stated.prefix(100))\u{201D}, which is not beside it. "
                    + "Convert it to one file.")
        }
        if let file = others.value(for: name) { return file }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        guard ResolvedFolder(folder)?.contains(folder + name) == true else {
            throw CodecError(
                .unreadable, file: main.name,
                "some of its planes are in the file \u{201C}\(name.prefix(100))\u{201D}, which is missing, or is a link to "
                    + "another folder. Get all files of the series into one folder.")
        }
        guard let file = try TIFFChannelFile(.file(folder + name)) else {
            throw CodecError(
                .unsupported, file: main.name,
                "some of its planes are in the file \u{201C}\(name.prefix(100))\u{201D}, which is not a TIFF. Get a good copy."
            )
        }
        others.insert(file, for: name, cost: 1)
        return file
    }

    /// Sentences about the files that an image of OME-XML needs and that are missing.
    func warnings(about image: OMEImage?) -> [String] {
        guard let image, case .file(let path) = main.input else { return [] }
        let names = Set(image.planes.blocks.lazy.compactMap(\.fileName)).sorted()
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let missing = names.prefix(Self.searchLimit).filter { name in
            var status = stat()
            return OMEPlanes.Location.nameInFolder(name).map { Files.stat(folder + $0, &status) != 0 } ?? true
        }
        guard let first = missing.first else { return [] }
        let count = missing.count == 1 ? "a file" : "\(missing.count) files"
        return [
            "\(count) with planes of it \(missing.count == 1 ? "is" : "are") not beside it: \u{201C}\(first.prefix(100))\u{201D}"
                + "\(missing.count == 1 ? "" : " and others"). These planes cannot be read. Get a complete copy."
        ]
    }
}
