internal import Files
internal import Glibc
internal import JSONDocuments
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

    /// Whether a file is the one of the image that it states, which is not this one.
    private func isFile(of statement: ImageStatement?, at path: String) -> Bool {
        guard let statement, statement.name != imageName else { return false }
        return FilePath.name(of: path) == "\(statement.name).geojson"
    }

    /// The error by which a file is refused that states another image; nil if it fits, or states none.
    private func refusal(of document: GeoJSONDocument, at path: String) -> AnnotationFileError? {
        guard let statement = document.statement else { return nil }
        let name = statement.name
        let kept = "They are not shown, and the file is not changed."
        guard statement.size == imageSize else {
            let remedy = statement.projection == nil ? "" : ", show them by coordinates (--overlay-annotations)"
            // The pages of a file may have several sizes, and a file may be replaced.
            let image = name == imageName ? "the page or the version of that size" : "that image"
            return AnnotationFileError(
                path: path,
                message:
                    "the annotations are of \(name) with \(statement.size) pixels, and this image has \(imageSize). "
                    + "\(kept) Open \(image)\(remedy), or move the file away.")
        }
        // The user may say that an image has another name now.
        guard statement.name == imageName || chosenPath != nil else {
            return AnnotationFileError(
                path: path,
                message:
                    "the annotations are of \(name), which is another image. \(kept) Name the file with --annotations "
                    + "if they are of this image, too, or move it away.")
        }
        return nil
    }

    /// The error by which an old file is refused that states no image and belongs to another one of the same name; nil if it is
    /// that of this image.
    ///
    /// The measurements of its annotations decide. If they do not, the file belongs to the only image that is no pyramid, from
    /// which the others are made.
    private func refusal(
        ofOld document: GeoJSONDocument, at path: String, in scale: AnnotationScale?
    ) throws(AnnotationFileError) -> AnnotationFileError? {
        guard document.isOwn, document.statement == nil else { return nil }
        let stem = FilePath.name(of: Document.stem(ofPath: imagePath))
        let name = FilePath.name(of: imagePath)
        let others = FolderImages.besides(imagePath).map { FilePath.name(of: $0) }.filter {
            $0 != name && Document.stem(ofPath: $0) == stem
        }
        guard !others.isEmpty else { return nil }
        guard let scale else {
            var error = AnnotationFileError(path: path, message: "the scale of the image is not known yet.")
            error.isUndecided = true
            throw error
        }
        let remedy =
            "They are not shown, and the file is not changed. "
            + "Rename it to \(imageName).geojson if they are of this image."
        switch document.origin(for: scale, imageSize) {
        case .thisImage: return nil
        case .other(let reason): return AnnotationFileError(path: path, message: "\(reason). \(remedy)")
        case .unknown:
            let images = ([name] + others).filter {
                ViewableFiles.imageExtensions.contains(FilePath.fileExtension(of: $0))
            }
            guard images != [name] else { return nil }
            let names = ([imageName] + others.prefix(2)).joined(separator: ", ")
            return AnnotationFileError(
                path: path, message: "it does not say whose annotations it has: \(names) have this name. \(remedy)")
        }
    }
}

extension GeoJSONDocument {
    /// Reads a file; nil if there is none.
    ///
    /// - Throws: ``AnnotationFileError`` if the file cannot be read.
    init?(path: String) throws(AnnotationFileError) {
        let bytes: [UInt8]?
        do {
            // A byte more than the limit, by which too large a file is recognized.
            bytes = try FileSystem.readWhole(path, limit: Self.byteLimit + 1)
        } catch {
            throw AnnotationFileError(path: path, message: error.messageWithoutPath)
        }
        guard let bytes else { return nil }
        do throws(JSONError) {
            self = try GeoJSONDocument(parsing: bytes)
        } catch {
            throw AnnotationFileError(
                path: path, message: "its annotations cannot be read: \(error). It is not overwritten.")
        }
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

    private static func write(_ text: String, to path: String, mayReplace: Bool) throws(AnnotationFileError)
        -> Identity?
    {
        do {
            let file = try AtomicFile(path, mayReplace: mayReplace)
            var text = text
            let result = text.withUTF8 { utf8 in
                Result { () throws(DescriptorIO.Failure) in
                    try DescriptorIO.write(UnsafeRawBufferPointer(utf8), to: file.descriptor)
                }
            }
            if case .failure(let failure) = result {
                throw AnnotationFileError(path: path, action: "writing", errno: failure.code)
            }
            try file.commit()
            return Identity(of: path)
        } catch let error as FileError {
            throw AnnotationFileError(error)
        } catch let error as AnnotationFileError {
            throw error
        } catch {
            throw AnnotationFileError(path: path, message: "\(error)")
        }
    }

    private static func makeFolders(_ path: String) throws(AnnotationFileError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/" else {
            throw AnnotationFileError(path: path, action: "creating the folder", errno: errno)
        }
        try makeFolders(FilePath.parent(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw AnnotationFileError(path: path, action: "creating the folder", errno: errno)
        }
    }
}

extension AnnotationFile.Identity {
    /// The identity of a file, through links; nil if there is none.
    fileprivate init?(of path: String) {
        var status = stat()
        guard Files.stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

/// An error that says why annotations cannot be read or written.
struct AnnotationFileError: Error, Hashable, CustomStringConvertible {
    /// The file or folder.
    var path: String
    /// The fault and the remedy.
    var message: String
    /// Whether a file exists that may not be replaced.
    var exists = false
    /// Whether it cannot be decided yet to which image the file belongs.
    var isUndecided = false
    /// Whether the folder may not be written.
    var isFolderUnwritable = false

    init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The error of a system call.
    init(path: String, action: String, errno code: Int32) {
        self.init(
            path: path,
            message: "\(action) failed: \(String(cString: strerror(code))). Choose another file with --annotations.")
        isFolderUnwritable = [EACCES, EPERM, EROFS].contains(code)
    }

    fileprivate init(_ error: FileError) {
        switch error.cause {
        case .system(let action, let code): self.init(path: error.path, action: action, errno: code)
        case .isFolder:
            self.init(path: error.path, message: "this is a folder. Choose another file with --annotations.")
        case .isSpecial:
            self.init(path: error.path, message: "this is not a regular file. Choose another with --annotations.")
        case .exists, .appeared:
            self.init(path: error.path, message: "this exists already. Move it away, or name it with --annotations.")
            exists = true
        case .busy: self.init(path: error.path, message: "another viewer is writing this file. Try again.")
        case .foreign:
            self.init(
                path: error.path,
                message: "this is in the way, and no interrupted run of yours has left it. Move it away.")
        }
    }

    var description: String { "\(path): \(message)" }
}
