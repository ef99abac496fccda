internal import ChannelImages
internal import Concurrency
internal import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import Numbers
internal import TileStores

extension DocumentMetadata {
    /// Reads the metadata of a file: format, size and, for a photograph, what the camera recorded; decodes no pixels.
    ///
    /// ```swift
    /// let metadata = try await DocumentMetadata(of: "photo.jpg")
    /// print(metadata.caption)
    /// ```
    ///
    /// - Parameters:
    ///   - path: a pyramid, a file of one, a folder that contains one, or an image.
    ///   - options: the page, and the limits for hostile files.
    /// - Throws: `StoreError` or `CodecError`, which name the file, the fault and the remedy.
    public init(of path: String, options: DocumentOptions = DocumentOptions()) async throws {
        self = try await runBlockingWork(label: "TileViewing.metadata") { _ in
            if let file = try ChannelFile.open(path, options: options), file.isOpenedByChannels(options) {
                var metadata = DocumentMetadata(file.image.description, format: file.format)
                metadata.fileBytes = DocumentMetadata.fileBytes(of: path)
                return metadata
            }
            if options.page == 1, let pyramid = try Pyramids.openBlocking(path) { return DocumentMetadata(pyramid) }
            return DocumentMetadata(
                try openImage(.file(path), options: options.decoding).info, path: path, page: options.page)
        }
    }

    /// The caption of a photo, mostly from EXIF: camera, lens, exposure, date and size; unknown parts are left out.
    ///
    /// For example: "NIKON Z 6 · 1/250 s, f/2.8, ISO 400, 35 mm · 2026-11-25 13:05:00 · 6048×4024, 12.1 MB". Invisible
    /// characters, and characters that change the direction of text, are escaped.
    public var caption: String {
        let bytes = fileBytes.map { ", \(NumberText.bytes($0, style: .display))" } ?? ""
        let parts = [exif?.camera, exif?.lens, exif?.exposureText, exif?.date, "\(size)\(bytes)"]
        return parts.compactMap { $0.map(VisibleText.escaped) }.joined(separator: " · ")
    }
}
