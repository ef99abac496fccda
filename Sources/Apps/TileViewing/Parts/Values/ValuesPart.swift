internal import Controls
internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The values of the pixel under the pointer: its position, its color, its stored samples, its place on the Earth.
@MainActor
final class ValuesPart: ViewerPart {
    private let context: ViewerContext
    /// Finds the stored values of the pixel under the pointer.
    private var probe = PixelProbe()

    init(_ context: ViewerContext) {
        self.context = context
    }

    func documentDidClose() {
        probe = PixelProbe()
    }

    // MARK: Status

    func describe(in status: inout ViewerStatus) {
        status.metadata = context.metadata
        status.pointer = context.pointer.flatMap(pointerStatus)
    }

    /// The image that is seen at a point of its pane, its point there, and the color.
    private func pointerStatus(at point: Point) -> ViewerStatus.Pointer? {
        guard let seen = context.onSeenImage?(point),
            let imagePoint = context.imagePoint(at: point).flatMap(seen.imagePoint)
        else {
            probe.forget()
            return nil
        }
        var pointer = ViewerStatus.Pointer(
            image: seen.letter, imageSize: seen.document.size, imagePoint: imagePoint,
            color: context.settings.loader.color(at: imagePoint, of: seen.document.image))
        addValues(to: &pointer, of: seen.document)
        return pointer
    }

    /// Adds the stored values, and the place on the Earth.
    private func addValues(to pointer: inout ViewerStatus.Pointer, of document: Document) {
        let point = pointer.imagePoint
        let size = document.size
        guard point.x >= 0, point.y >= 0, point.x < Double(size.width), point.y < Double(size.height) else {
            return probe.forget()
        }
        pointer.place = document.state.metadata.place
        pointer.coordinate = pointer.place?.coordinate(ofX: point.x, y: point.y)
        guard context.features.contains(.statusLine) else { return probe.forget() }
        if probe.document !== document { open(document) }
        switch probe.values(of: PixelProbe.Pixel(x: Int(point.x), y: Int(point.y)), at: context.now) {
        case .samples(let values): pointer.values = values
        case .channels(let values): pointer.channelValues = values
        case nil: break
        }
    }

    // MARK: Menu

    /// The items that copy the position and the color of the pixel at a point of the window; none outside of the image.
    func menuItems(at point: Point) -> [MenuItem] {
        var values = ViewerStatus()
        values.pointer = pointerStatus(at: context.localized(point))
        guard let pixel = StatusValues(values).hoveredPixel else { return [] }
        let position = "\(pixel.column), \(pixel.row)"
        let color = pixel.color.map(StatusValues.colorText)
        return [copyItem("Copy the position", position)] + (color.map { [copyItem("Copy the color", $0)] } ?? [])
    }

    private func copyItem(_ title: String, _ text: String) -> MenuItem {
        MenuItem("\(title) \(text)") { [weak context] in context?.copy(text) }
    }

    // MARK: Stored values

    /// Decodes the block of the pixel under the pointer in the background, if that is due.
    func update() {
        if context.pointer == nil { probe.forget() }
        guard let document = probe.document, let (pixel, reader) = probe.beginDecoding(at: context.now) else { return }
        context.inBackground {
            // A block that cannot be decoded has no values; that its tiles cannot be either is said elsewhere.
            try? reader.readValues(of: pixel)
        } then: { [weak self] in
            guard let self, probe.document === document else { return }
            probe.endDecoding()
            context.scene.setNeedsFrame()
        }
    }

    var nextUpdateTime: Double? { probe.nextTime }

    /// Opens the reader of values of a document's file in the background.
    private func open(_ document: Document) {
        probe.begin(document)
        if document.channels != nil {
            probe.receive(ChannelValueReader(document, context.settings.loader.cache))
            return
        }
        context.inBackground {
            let reader = try? PixelValueReader(
                .file(document.path), page: document.page, limits: document.options.limits)
            // The file may have changed, and a pyramid may be made of another page of it.
            return reader?.size == document.size ? reader : nil
        } then: { [weak self] reader in
            guard let self, probe.document === document else { return }
            probe.receive(reader)
            context.scene.setNeedsFrame()
        }
    }
}
