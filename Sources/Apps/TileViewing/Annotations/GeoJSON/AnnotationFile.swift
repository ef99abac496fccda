internal import Files
internal import Glibc
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// The file in which the annotations of an image are kept.
///
/// It lies beside the image as `NAME.EXTENSION.geojson`, and states the image's name and size: annotations of one image are not
/// shown in another. A file whose statement does not fit is refused, and not changed. A file of that name which another program
/// has written is read and never overwritten: changes go to `NAME.EXTENSION.tileview.geojson`, which is read first from then
/// on. Where the folder cannot be written, and for images over the network, the file is in `tilekit/annotations` of
/// `$XDG_DATA_HOME`.
///
/// Earlier versions wrote `NAME.geojson`, which images of several formats shared. Such a file is read where there is no newer
/// one, and kept as it is.
struct AnnotationFile: Hashable, Sendable {
    /// The identity of a file that was read or written: its inode, size and time of change.
    struct Identity: Hashable, Sendable {
        /// The file system and the inode number.
        var device: UInt, inode: UInt
        /// The number of bytes.
        var size: Int
        /// The time of the last change, in seconds and nanoseconds.
        var seconds: Int, nanoseconds: Int
    }

    /// The image, or its address.
    let imagePath: String
    /// The full size of the image in pixels.
    let imageSize: PixelSize
    /// Whether the image is on this computer, and the file may lie beside it.
    private let isLocal: Bool
    /// The file that the user has named; nil, the default, for the one beside the image.
    var chosenPath: String?
    /// The folder for images whose folder cannot be written.
    var fallbackFolder = AnnotationFile.standardFallbackFolder
    /// The file that was read or written last; nil if there was none.
    private(set) var path: String?
    private var identity: Identity?
    /// Whether the file may be overwritten: it is the viewer's own, or the user has named it.
    private var isOwn = false
    /// Whether the file has the name that earlier versions gave it.
    private var isOld = false

    /// Creates the file of an image, of which nothing is read yet.
    init(imagePath: String, imageSize: PixelSize, chosenPath: String? = nil) {
        self.imagePath = Document.mainPath(of: imagePath)
        self.imageSize = imageSize
        self.chosenPath = chosenPath
        isLocal = true
    }

    /// Creates the file of an image over the network, of which nothing is read yet.
    init(imageAddress: String, imageSize: PixelSize, chosenPath: String? = nil) {
        imagePath = imageAddress
        self.imageSize = imageSize
        self.chosenPath = chosenPath
        isLocal = false
    }

    /// `tilekit/annotations` in `$XDG_DATA_HOME`, or in `~/.local/share` if that is not set.
    static var standardFallbackFolder: String {
        func folder(_ name: String) -> String? {
            PathText.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return (folder("XDG_DATA_HOME") ?? (folder("HOME") ?? "/tmp") + "/.local/share") + "/tilekit/annotations"
    }

    /// The name of the image, which the file states; visible where it is not UTF-8.
    var imageName: String {
        let name = FilePath.name(of: imagePath)
        return PathText.hasBytes(name) ? VisibleText.escaped(name) : name
    }

    /// The file in the fallback folder, whose name also depends on the folder of the image.
    var fallbackPath: String { fallbackPath(of: imagePath) }

    private func fallbackPath(of image: String) -> String {
        let folder = FilePath.parent(of: image)
        let absolute = realpath(folder, nil).map { resolved in
            defer { free(resolved) }
            return PathText.text(resolved)
        }
        let name = FilePath.name(of: image)
        let hash = FNV1aHash.hash("\(absolute ?? folder)/\(name)".utf8)
        return "\(fallbackFolder)/\(name.prefix(100))-\(String(hash, radix: 16)).geojson"
    }

    private var besidePath: String { "\(imagePath).geojson" }
    private var separateStem: String { "\(imagePath).tileview" }

    /// The files that may have the annotations, the first ones first.
    private var candidates: [String] {
        isLocal ? Self.existing(separateStem) + [fallbackPath, besidePath] : [fallbackPath]
    }

    /// The files in which earlier versions kept the annotations.
    private var oldCandidates: [String] {
        guard isLocal else { return [] }
        let stem = Document.stem(ofPath: imagePath)
        return ["\(stem).tileview.geojson", fallbackPath(of: stem), "\(stem).geojson"]
    }

    /// The files of a stem that exist, the newest first.
    private static func existing(_ stem: String) -> [String] {
        names(stem).prefix { Identity(of: $0) != nil }.reversed()
    }

    /// The names that are tried one after the other: without a number, and with numbers from 2 on.
    private static func names(_ stem: String) -> [String] {
        ["\(stem).geojson"] + (2...nameLimit).map { "\(stem)-\($0).geojson" }
    }

    /// The most names that are tried.
    private static let nameLimit = 100
}

// MARK: Reading

extension AnnotationFile {
    /// Reads the annotations.
    ///
    /// A file beside the image whose features are not those of an image, such as those of a map, is ignored.
    ///
    /// - Parameter scale: the scale of the image, with which old files are compared that state no image; nil while it is not
    ///   known yet.
    /// - Returns: the annotations; nil if there is no file.
    /// - Throws: ``AnnotationFileError`` if the file cannot be read, or is that of another image.
    mutating func read(in scale: AnnotationScale? = .pixels) throws(AnnotationFileError) -> GeoJSONDocument? {
        path = nil
        identity = nil
        isOwn = false
        isOld = false
        if let chosenPath {
            guard let found = try Self.load(chosenPath) else { return nil }
            if let error = refusal(of: found.document, at: chosenPath) { throw error }
            accept(found, at: chosenPath)
            return found.document
        }
        let current = candidates
        let old = oldCandidates
        var refused: AnnotationFileError?
        for candidate in current {
            guard let found = try Self.load(candidate), found.document.isOfImage else { continue }
            // The names of an image without an extension are the same in all versions.
            let isOld = old.contains(candidate)
            guard let error = try refusal(of: found.document, at: candidate, isOld: isOld, in: scale) else {
                accept(found, at: candidate)
                return found.document
            }
            // The last one is that beside the image.
            refused = error
        }
        if let refused { throw refused }
        for candidate in old where !current.contains(candidate) {
            guard let found = try Self.load(candidate), found.document.isOfImage,
                !isFile(of: found.document.statement, at: candidate)
            else { continue }
            if let error = try refusal(of: found.document, at: candidate, isOld: true, in: scale) { throw error }
            accept(found, at: candidate)
            isOld = true
            return found.document
        }
        return nil
    }

    private func refusal(
        of document: GeoJSONDocument, at path: String, isOld: Bool, in scale: AnnotationScale?
    ) throws(AnnotationFileError) -> AnnotationFileError? {
        if let error = refusal(of: document, at: path) { return error }
        return isOld ? try refusal(ofOld: document, at: path, in: scale) : nil
    }

    private mutating func accept(_ found: Found, at path: String) {
        self.path = path
        identity = found.identity
        isOwn = found.document.isOwn || chosenPath != nil
    }

    /// A file that was read.
    private struct Found {
        var document: GeoJSONDocument
        var identity: Identity
    }

    /// Reads a file; nil if there is none.
    private static func load(_ path: String) throws(AnnotationFileError) -> Found? {
        guard let identity = Identity(of: path), let document = try GeoJSONDocument(path: path) else { return nil }
        return Found(document: document, identity: identity)
    }
}

// MARK: Writing

extension AnnotationFile {
    /// Writes the annotations: the file appears when it is complete.
    ///
    /// - Returns: the path, and whether it is another one than before.
    /// - Throws: ``AnnotationFileError`` if the file cannot be written.
    mutating func write(_ text: String) throws(AnnotationFileError) -> (path: String, isNew: Bool) {
        let old = path
        do {
            if !isLocal, chosenPath == nil { try Self.makeFolders(fallbackFolder) }
            try write(text, to: target)
        } catch  where error.isFolderUnwritable && chosenPath == nil {
            try Self.makeFolders(fallbackFolder)
            try write(text, to: Target(path: fallbackPath, mayReplace: false, stem: nil))
        }
        isOwn = true
        return (path ?? "", path != old)
    }

    private struct Target {
        var path: String
        var mayReplace: Bool
        /// The beginning of the names that are tried if a file appears that may not be replaced; nil for none.
        var stem: String?
    }

    private var target: Target {
        if let path, isOwn, !isOld, identity == Identity(of: path) {
            return Target(path: path, mayReplace: true, stem: nil)
        }
        if let chosenPath {
            // It was changed by another program since it was read, unless there was none.
            return Target(path: chosenPath, mayReplace: false, stem: FilePath.withoutExtension(chosenPath))
        }
        if !isLocal {
            return Target(path: fallbackPath, mayReplace: false, stem: FilePath.withoutExtension(fallbackPath))
        }
        let isBeside = path == nil || isOld
        return Target(path: isBeside ? besidePath : "\(separateStem).geojson", mayReplace: false, stem: separateStem)
    }

    /// Writes a file, with a number in its name if there is one already that may not be replaced.
    private mutating func write(_ text: String, to target: Target) throws(AnnotationFileError) {
        let others = target.stem.map(Self.names) ?? []
        for candidate in [target.path] + others.filter({ $0 != target.path }) {
            do {
                let file = try Self.write(text, to: candidate, mayReplace: target.mayReplace)
                path = candidate
                identity = file
                isOld = false
                return
            } catch  where error.exists && target.stem != nil {
                continue
            }
        }
        throw AnnotationFileError(path: target.path, message: "there are too many files of this name. Move some away.")
    }
}
