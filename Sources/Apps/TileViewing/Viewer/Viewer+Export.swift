internal import Concurrency
internal import ImageCodecs
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TileStores

/// An order to export a region of an image.
struct ExportOrder: Sendable {
    /// The image.
    var document: Document
    /// The region in full-size pixels.
    var region: PixelRect
    /// The annotations that are drawn over it; none by default.
    var annotations: [Annotation] = []
    /// Full-size pixels for a point of the screen, in which lines and letters are measured.
    var annotationScale = 1.0
}

extension Viewer {
    /// The export that is running; nil if none is.
    var export: RunningExport? {
        get { runningExport.withLock { $0 } }
        set { runningExport.withLock { $0 = newValue } }
    }

    /// Cancels the running export and removes its output, without waiting; can be called on any thread.
    ///
    /// Call it in a process that ends before ``close()`` has returned.
    public nonisolated func abandonExport() {
        runningExport.withLock { $0 }?.abandon()
    }

    /// Exports the selection, or else the visible region, at full resolution: where the user chooses, or beside the open file.
    ///
    /// - Parameter drawsAnnotations: whether annotations are drawn over it.
    func exportRegion(drawingAnnotations drawsAnnotations: Bool) {
        guard export == nil else { return post("An export is already running; Esc cancels it.", .error) }
        guard let document else { return post("No file is open to export from.", .error) }
        let seen = PixelRect(touchedBy: controller.model.visibleRect, in: document.size)
        guard let region = selection.rect ?? seen else { return post("No part of the image is in view.", .error) }
        var order = ExportOrder(document: document, region: region)
        if drawsAnnotations {
            // Lines and letters are as large as in the view, or a pixel for a point in views that are magnified.
            order.annotations = annotations.editor.list.annotations
            order.annotationScale = 1 / controller.model.view.scale
        }
        let format = RegionExport.standardFormat(for: region.size)
        let path = UniqueFileName.path("\(document.stem)-part", format == .png ? "png" : "tif")
        guard settings.asksWhereToExport, let onRequest else { return export(order, to: path) }
        waitingExport = order
        onRequest(.chooseExportFile(folder: FilePath.parent(of: path), name: FilePath.name(of: path)))
    }

    /// Exports to a file that the user has chosen, in answer to ``ViewerRequest/chooseExportFile(folder:name:)``.
    ///
    /// The file extension selects PNG, TIFF or JPEG; a name without one of these extensions gets one. An existing file is
    /// replaced, except for the open image itself.
    public func export(to path: String) {
        guard let order = waitingExport.take() else { return }
        guard export == nil else { return post("An export is already running; Esc cancels it.", .error) }
        let standard = RegionExport.standardFormat(for: order.region.size) == .png ? "png" : "tif"
        // A dialog has asked about the name that was chosen, and about no other.
        export(order, to: ImageFileFormat(path: path) == nil ? UniqueFileName.path(path, standard) : path)
    }

    /// Exports to a new file beside the open one.
    ///
    /// Call it in answer to ``ViewerRequest/chooseExportFile(folder:name:)`` if no dialog can be shown.
    public func exportBesideImage() {
        guard let order = waitingExport.take(), export == nil else { return }
        let format = RegionExport.standardFormat(for: order.region.size)
        export(order, to: UniqueFileName.path("\(order.document.stem)-part", format == .png ? "png" : "tif"))
    }

    private func export(_ order: ExportOrder, to path: String) {
        let job = RegionExport(
            source: order.document.source, region: order.region, path: path,
            format: ImageFileFormat(path: path) ?? .png)
        let region = order.region
        let imagePath = order.document.path
        let running = RunningExport(to: path)
        export = running
        let start = Message(.information, "Exporting \(region.size) pixels to \(path). Esc cancels it.")
        exportMessageID = overlays.messages.post(start, at: settings.clock.now)
        scene.setNeedsFrame()
        let mailbox = mailbox
        settings.inBackground {
            let message: Message?
            var job = job
            do {
                if let target = StateFile.canonicalPath(path), target == StateFile.canonicalPath(imagePath) {
                    throw CodecError(
                        .cannotCreate, file: path, "this is the image that is exported from. Choose another name.")
                }
                if !order.annotations.isEmpty {
                    let picture = AnnotationPicture(
                        order.annotations, in: region,
                        measures: AnnotationScale(of: order.document.state.metadata),
                        scale: order.annotationScale)
                    job.overlay = { picture.draw($0) }
                }
                let outcome = try job.run { fractionCompleted in
                    mailbox.post(.progress)
                    return running.advance(to: fractionCompleted)
                }
                message = outcome?.message(region: region, path: path)
            } catch {
                message = Message(.error, "The export failed: \(error)", duration: 8)
            }
            running.end()
            mailbox.post(.exported(message, running))
        }
    }
}
