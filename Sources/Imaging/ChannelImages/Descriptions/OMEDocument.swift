package import ImageMetadata
internal import XMLDocuments

/// The images of an OME-XML document, which is the description of an OME-TIFF, or a file beside several of them.
///
/// Nothing of it is as large as the numbers that a document states. Entities and declarations of a document type are refused.
///
/// Sources: the OME data model of 2016-06, and the OME-TIFF specification.
package struct OMEDocument: Hashable, Sendable {
    /// The images in the order of the document, or the reasons why their pixels cannot be read.
    package var images: [Result<OMEImage, OMERefusal>]
    /// The file with the document of which this file is a part (`BinaryOnly`); nil if this document is complete.
    package var metadataFile: String?

    /// The most bytes of a document.
    package static let byteLimit = 64 << 20
    /// The most elements and attributes together: those of 100,000 planes with their positions and times.
    package static let partLimit = 1 << 20

    /// Creates a document of images.
    package init(images: [OMEImage]) {
        self.images = images.map { .success($0) }
    }

    /// Whether a description is probably OME-XML; other descriptions are not parsed.
    package static func isLikely(_ text: String) -> Bool {
        let beginning = String(decoding: text.utf8.prefix(2000), as: UTF8.self)
        // A byte order mark may come first.
        guard beginning.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" else { return false }
        return beginning.contains("<OME") || beginning.contains(":OME")
    }

    /// Parses a document; nil if the text is not OME-XML.
    ///
    /// - Parameters:
    ///   - text: the description of a file's first directory, or a document.
    ///   - file: the path or name of the file, for errors, and to recognize its own name in the document.
    /// - Throws: `CodecError` when the document is damaged or too large.
    package init?(_ text: String, file: String) throws(CodecError) {
        guard Self.isLikely(text) else { return nil }
        guard text.utf8.count <= Self.byteLimit else {
            throw CodecError(
                .unsupported, file: file,
                "its OME-XML has more than \(Self.byteLimit >> 20) MiB. Write it again with less metadata.")
        }
        let root: XMLElement
        do {
            root = try XMLElement(parsing: Array(text.utf8), partLimit: Self.partLimit)
        } catch {
            throw CodecError(
                .damaged, file: file,
                "its OME-XML cannot be read: \(error.reason) in line \(error.line). Write the file again.")
        }
        guard root.name == "OME" else { return nil }
        let files = OMEFiles(root, file: file)
        images = root.children.filter { $0.name == "Image" }.map { element in
            do throws(OMERefusal) {
                return .success(try OMEImage(element, files: files))
            } catch {
                return .failure(error)
            }
        }
        metadataFile = root.child("BinaryOnly")?.attributes["MetadataFile"]
    }

    /// Returns an image.
    ///
    /// - Parameters:
    ///   - index: the image, counted from 0; the first by default.
    ///   - file: the path or name of the file, for errors.
    /// - Returns: the image.
    /// - Throws: `CodecError` when there is no such image, or its pixels cannot be read.
    package func image(_ index: Int = 0, file: String) throws(CodecError) -> OMEImage {
        if images.isEmpty, let metadataFile {
            throw CodecError(
                .unsupported, file: file,
                "it is part of an image that \(metadataFile.prefix(200)) describes. Open that file.")
        }
        guard images.indices.contains(index) else {
            throw CodecError(
                .invalidRequest, file: file,
                "its OME-XML describes \(images.count) images, and image \(index) is none of them. Choose another one.")
        }
        switch images[index] {
        case .success(let image): return image
        case .failure(let refusal):
            throw CodecError(
                .unsupported, file: file,
                "its OME-XML describes an image that cannot be read: \(refusal.reason). Convert it with the program "
                    + "that has written it.")
        }
    }
}
