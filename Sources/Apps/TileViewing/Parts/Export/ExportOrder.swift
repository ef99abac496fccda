internal import Controls
internal import ImageCodecs
internal import ImageMetadata
internal import LayerTree
internal import TilePyramid

/// An order to export a region of an image.
struct ExportOrder: Sendable {
    /// The image.
    var document: Document
    /// The region in full-size pixels.
    var region: PixelRect
    /// The annotations that are drawn over it; none by default.
    var annotations: [Annotation] = []
    /// The scale in which the annotations are measured.
    var measures = AnnotationScale.pixels
    /// Full-size pixels for a point of the screen, in which lines and letters are measured.
    var annotationScale = 1.0

    /// The file extension of the format that suits the region.
    var standardExtension: String { RegionExport.standardFormat(for: region.size) == .png ? "png" : "tif" }

    /// The path of a new file beside the image.
    var standardPath: String { UniqueFileName.path("\(document.stem)-part", standardExtension) }

    /// Exports the region.
    ///
    /// - Parameters:
    ///   - path: the file, whose extension selects PNG, TIFF or JPEG.
    ///   - willCreate: called before the file is created; returns false to cancel the export.
    ///   - isCanceled: called before each tile; returns true to cancel the export.
    ///   - onProgress: called with the fraction that is done; returns false to cancel the export.
    /// - Returns: the message about the outcome; nil if the export was canceled.
    func run(
        to path: String, willCreate: @escaping @Sendable () -> Bool, isCanceled: @escaping @Sendable () -> Bool,
        onProgress: @escaping @Sendable (Double) -> Bool
    ) -> Delivery? {
        var job = RegionExport(
            source: document.source, region: region, path: path, format: ImageFileFormat(path: path) ?? .png)
        do {
            if let target = StateFile.canonicalPath(path), target == StateFile.canonicalPath(document.path) {
                throw CodecError(
                    .cannotCreate, file: path, "this is the image that is exported from. Choose another name.")
            }
            job.willCreate = willCreate
            job.isCanceled = isCanceled
            if !annotations.isEmpty {
                let picture = AnnotationPicture(
                    annotations, in: region, measures: measures, scale: annotationScale)
                job.overlay = { picture.draw($0) }
            }
            return try job.run(progress: onProgress).map { .message($0.message(region: region, path: path)) }
        } catch {
            return .failure("The export failed", error)
        }
    }
}

extension RegionExport.Outcome {
    /// The message about a finished export.
    func message(region: PixelRect, path: String) -> Message {
        let text = "Exported \(region.size) pixels: \(ShownPath.text(path))"
        func tiles(_ count: Int) -> String { count == 1 ? "1 tile" : "\(count) tiles" }
        if failedTiles > 0 {
            let reason = failure.map { " (\($0))" } ?? ""
            return Message(
                .warning, "\(text), but \(tiles(failedTiles)) could not be read and are empty\(reason)", duration: 8)
        }
        return Message(
            .information, absentTiles > 0 ? "\(text); the image lacks \(tiles(absentTiles)) of it" : text, duration: 4)
    }
}
