internal import Georeferencing
internal import ImageCodecs
internal import LayerTree
internal import TilePyramid

extension Viewer {
    /// Adds what is known of the pixel under the pointer: its stored values, and its place on the Earth.
    func addValues(to pointer: inout ViewerStatus.Pointer, of document: Document) {
        let point = pointer.imagePoint
        let size = document.size
        guard point.x >= 0, point.y >= 0, point.x < Double(size.width), point.y < Double(size.height) else {
            return probe.forget()
        }
        pointer.coordinate = document.state.metadata.place?.coordinate(ofX: point.x, y: point.y)
        guard features.contains(.statusLine) else { return probe.forget() }
        if probe.document !== document { openValues(of: document) }
        pointer.values = probe.values(of: PixelProbe.Pixel(x: Int(point.x), y: Int(point.y)), at: settings.clock.now)
    }

    /// Decodes the block of the pixel under the pointer in the background, if that is due.
    func updateValues() {
        if pointer == nil { probe.forget() }
        guard let document = probe.document, let (pixel, reader) = probe.beginDecoding(at: settings.clock.now) else {
            return
        }
        let mailbox = mailbox
        settings.inBackground {
            // A block that cannot be decoded has no values; that its tiles cannot be either is said elsewhere.
            _ = try? reader.values(x: pixel.x, y: pixel.y)
            mailbox.post(.valuesDecoded(document))
        }
    }

    /// Opens the reader of values of a document's file in the background.
    private func openValues(of document: Document) {
        probe.begin(document)
        let mailbox = mailbox
        settings.inBackground {
            let reader = try? PixelValueReader(
                .file(document.path), page: document.page, limits: document.options.limits)
            // The file may have changed, and a pyramid may be made of another page of it.
            mailbox.post(.valuesOpened(reader?.size == document.size ? reader : nil, of: document))
        }
    }

    /// Takes what was opened or decoded for a document; nil for a block, else the reader.
    func receiveValues(_ reader: PixelValueReader??, of document: Document) {
        guard probe.document === document else { return }
        if let reader {
            probe.receive(reader)
        } else {
            probe.endDecoding()
        }
        scene.setNeedsFrame()
    }
}
