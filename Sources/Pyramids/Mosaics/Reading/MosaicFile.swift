internal import Concurrency
internal import Files
internal import Glibc
package import ImageCodecs

/// A file that may be a list of images: opens the mosaic or, where it is none, the image.
package enum MosaicFile {
    /// Opens an image, or a mosaic of the images that the file lists.
    ///
    /// - Throws: `CodecError` that names the file, or the image of the list, that cannot be read.
    package static func open(_ input: ImageInput, options: DecodeOptions) throws -> any ImageSource {
        guard let mosaic = try mosaic(input, options: options) else { return try openImage(input, options: options) }
        return MosaicSource(mosaic)
    }

    /// Reads a list, and the headers of its images; nil if the file is none.
    package static func mosaic(_ input: ImageInput, options: DecodeOptions) throws -> Mosaic? {
        guard case .file(let path) = input, let description = try MosaicDescription(at: path) else { return nil }
        return try Mosaic(description, options: options)
    }

    /// What the images of a list are: a hash of their paths, sizes and dates, and their bytes; nil if the file is no list.
    package static func members(of input: ImageInput) -> (hash: UInt64, byteCount: Int)? {
        guard case .file(let path) = input, let description = try? MosaicDescription(at: path) else { return nil }
        var hash = FNV1aHash()
        var byteCount = 0
        for path in Set(description.members.map(\.path)).sorted() {
            var status = stat()
            guard stat(path, &status) == 0 else {
                hash.append(Array("\(path) unreadable\n".utf8))
                continue
            }
            let (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            hash.append(Array("\(path) \(status.st_size) \(seconds).\(nanoseconds)\n".utf8))
            byteCount += Int(status.st_size)
        }
        return (hash.value, byteCount)
    }
}
