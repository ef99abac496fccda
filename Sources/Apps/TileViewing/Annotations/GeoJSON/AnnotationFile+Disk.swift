internal import Files
internal import Glibc
internal import JSONDocuments
internal import TileContainers

/// Reading and writing of files, with errors that say what to do.
extension AnnotationFile {
    static func write(_ text: String, to path: String, mayReplace: Bool) throws(AnnotationFileError)
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

    static func makeFolders(_ path: String) throws(AnnotationFileError) {
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
    init?(of path: String) {
        var status = stat()
        guard Files.stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
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
