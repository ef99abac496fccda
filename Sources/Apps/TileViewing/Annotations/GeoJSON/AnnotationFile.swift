internal import Files
internal import Glibc
internal import JSONDocuments
internal import TileContainers

/// The file in which the annotations of an image are kept.
///
/// They lie beside the image as `NAME.geojson`. A file of that name which another program has written is read and never
/// overwritten: changes go to `NAME.tileview.geojson`, which is read first from then on. Where the folder cannot be
/// written, and for images over the network, the file is in `tilekit/annotations` of `$XDG_DATA_HOME`.
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

    /// The image, without its extension.
    var imageStem: String
    /// Whether the image is on this computer, and the file may lie beside it.
    private var isLocal = true
    /// The file that the user has named; nil, the default, for the one beside the image.
    var chosenPath: String?
    /// The folder for images whose folder cannot be written.
    var fallbackFolder = AnnotationFile.standardFallbackFolder
    /// The file that was read or written last; nil if there was none.
    private(set) var path: String?
    private var identity: Identity?
    /// Whether the file may be overwritten: it is the viewer's own, or the user has named it.
    private var isOwn = false

    /// Creates the file of an image, of which nothing is read yet.
    init(imageStem: String, chosenPath: String? = nil) {
        self.imageStem = imageStem
        self.chosenPath = chosenPath
    }

    /// Creates the file of an image over the network, of which nothing is read yet.
    init(imageAddress: String, chosenPath: String? = nil) {
        self.init(imageStem: imageAddress, chosenPath: chosenPath)
        isLocal = false
    }

    /// `tilekit/annotations` in `$XDG_DATA_HOME`, or in `~/.local/share` if that is not set.
    static var standardFallbackFolder: String {
        func folder(_ name: String) -> String? {
            PathText.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return (folder("XDG_DATA_HOME") ?? (folder("HOME") ?? "/tmp") + "/.local/share") + "/tilekit/annotations"
    }

    /// The file in the fallback folder, whose name also depends on the folder of the image.
    var fallbackPath: String {
        let folder = FilePath.parent(of: imageStem)
        let absolute = realpath(folder, nil).map { resolved in
            defer { free(resolved) }
            return PathText.text(resolved)
        }
        let name = FilePath.name(of: imageStem)
        let hash = FNV1aHash.hash("\(absolute ?? folder)/\(name)".utf8)
        return "\(fallbackFolder)/\(name.prefix(100))-\(String(hash, radix: 16)).geojson"
    }

    private var besidePath: String { "\(imageStem).geojson" }
    private var separateStem: String { "\(imageStem).tileview" }
}

// MARK: Reading

extension AnnotationFile {
    /// Reads the annotations.
    ///
    /// A file beside the image whose features are not those of an image, such as those of a map, is ignored.
    ///
    /// - Returns: the annotations; nil if there is no file.
    /// - Throws: ``AnnotationFileError`` if the file cannot be read.
    mutating func read() throws(AnnotationFileError) -> GeoJSONDocument? {
        let candidates =
            chosenPath.map { [$0] }
            ?? (isLocal ? ["\(separateStem).geojson", fallbackPath, besidePath] : [fallbackPath])
        for candidate in candidates {
            guard let identity = Identity(of: candidate) else { continue }
            let bytes: [UInt8]?
            do {
                // A byte more than the limit, by which too large a file is recognized.
                bytes = try FileSystem.readWhole(candidate, limit: GeoJSONDocument.byteLimit + 1)
            } catch {
                throw AnnotationFileError(path: candidate, message: error.messageWithoutPath)
            }
            guard let bytes else { continue }
            do throws(JSONError) {
                let document = try GeoJSONDocument(parsing: bytes)
                guard document.isOfImage || chosenPath != nil else { continue }
                path = candidate
                self.identity = identity
                isOwn = document.isOwn || chosenPath != nil
                return document
            } catch {
                throw AnnotationFileError(
                    path: candidate, message: "its annotations cannot be read: \(error). It is not overwritten.")
            }
        }
        return nil
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
        if let path, isOwn, identity == Identity(of: path) {
            return Target(path: path, mayReplace: true, stem: nil)
        }
        if let chosenPath {
            // It was changed by another program since it was read, unless there was none.
            return Target(path: chosenPath, mayReplace: false, stem: FilePath.withoutExtension(chosenPath))
        }
        if !isLocal {
            return Target(path: fallbackPath, mayReplace: false, stem: FilePath.withoutExtension(fallbackPath))
        }
        return Target(path: path == nil ? besidePath : "\(separateStem).geojson", mayReplace: false, stem: separateStem)
    }

    /// Writes a file, with a number in its name if there is one already that may not be replaced.
    private mutating func write(_ text: String, to target: Target) throws(AnnotationFileError) {
        var candidate = target.path
        for number in 2...Self.nameLimit {
            do {
                let file = try Self.write(text, to: candidate, mayReplace: target.mayReplace)
                path = candidate
                identity = file
                return
            } catch  where error.exists && target.stem != nil {
                let stem = target.stem ?? ""
                candidate =
                    number == 2 && candidate != "\(stem).geojson" ? "\(stem).geojson" : "\(stem)-\(number).geojson"
            }
        }
        throw AnnotationFileError(path: target.path, message: "there are too many files of this name. Move some away.")
    }

    /// The most names that are tried.
    private static let nameLimit = 100

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
