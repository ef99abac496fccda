internal import Controls
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import TilePyramid
internal import VectorDrawing

/// The status line: zoom, position, color and loading.
@MainActor
final class StatusLinePart: ViewerPart {
    let line: StatusLine

    init(_ context: ViewerContext) {
        line = StatusLine(in: context.environment)
        context.overlays.add(line.layer, at: .edge)
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        guard isNew else { return }
        line.isOn = status.features.contains(.statusLine)
        line.update(status.imageSize == nil ? StatusValues() : StatusValues(status), in: layout)
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(line.request(in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        line.place(in: arrangement.frames[StatusLine.id])
    }
}

extension StatusValues {
    /// The values that the status line shows for a viewer's status.
    init(_ status: ViewerStatus) {
        self.init()
        zoom = status.view.scale
        rotation = status.rotation
        name = status.names.first
        otherNames = Array(status.names.dropFirst())
        comparison = status.comparison
        correction = status.correction
        isOffline = status.isOffline
        attribution = status.metadata?.attribution
        page = status.metadata?.pages?.label
        filePosition = status.filePosition.map { FilePosition(number: $0 + 1, count: status.fileCount) }
        hoveredPixel = status.pointer.flatMap { pointer in
            let size = pointer.imageSize
            guard pointer.imagePoint.x >= 0, pointer.imagePoint.y >= 0, pointer.imagePoint.x < Double(size.width),
                pointer.imagePoint.y < Double(size.height)
            else { return nil }
            return HoveredPixel(
                image: pointer.image, column: Int(pointer.imagePoint.x), row: Int(pointer.imagePoint.y),
                color: pointer.color,
                values: pointer.channelValues.map(ChannelValue.text) ?? pointer.values.map(Self.valuesText),
                place: pointer.coordinate.flatMap { pointer.place?.text($0) })
        }
        selection = status.selection.map {
            "selected \(RegionText.size(of: $0, in: status.metadata))"
        }
        loading =
            switch (status.stage, status.loadingTiles, status.failedTiles.count) {
            case (.cutting(let part), _, _), (.previewing(let part), _, _): .cutting(part)
            case (_, 1..., _): .tiles(status.loadingTiles + status.waitingTiles)
            case (_, _, 1...): .failed(status.failedTiles)
            case _ where status.waitingTiles > 0: .missing(status.waitingTiles)
            default: nil
            }
    }
}
