internal import Controls
internal import Georeferencing
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import VectorDrawing

/// Going to a place that the user types: pixels, a zoom, or coordinates.
@MainActor
final class PlacesPart: ViewerPart {
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
    }

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .goToPlace else { return false }
        ask()
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        command == .goToPlace && context.document != nil ? CommandState() : nil
    }

    /// Asks for a place, and flies there.
    private func ask() {
        guard let document = context.document else {
            return context.postNoFile("to go to a place in")
        }
        var hint = "x, y in pixels · x, y, zoom · a zoom alone, such as 50%"
        if document.state.metadata.place != nil {
            hint += " · 52.5163, 13.3777 · 52°30′59″N 13°22′40″E"
        }
        context.ask(TextEntry.Question(title: "Go to", hint: hint) { [weak self] text in self?.go(to: text) })
    }

    /// Flies to a place; returns why it cannot, or nil.
    private func go(to text: String) -> String? {
        guard let document = context.document else { return "No file is open." }
        let projection = document.state.metadata.projection
        var target = context.currentView
        switch Destination(text, isGeoreferenced: projection != nil) {
        case .point(let point, let zoom):
            target.center = point
            target.scale = zoom ?? scaleForPlaces
        case .coordinate(let coordinate):
            guard let pixel = projection?.pixel(at: coordinate) else { return "The image is not georeferenced." }
            target.center = Point(x: pixel.x, y: pixel.y)
            target.scale = scaleForPlaces
        case .zoom(let zoom): target.scale = zoom
        case nil:
            return projection == nil && Coordinate(text) != nil
                ? "The image is not georeferenced. Type x, y in pixels."
                : "Type x, y, such as \(Self.example(context.currentView.center)), or a zoom, such as 50%"
                    + (projection == nil ? "." : ", or coordinates, such as 52.5163, 13.3777.")
        }
        let width = Double(document.size.width)
        let height = Double(document.size.height)
        guard (0...width).contains(target.center.x), (0...height).contains(target.center.y) else {
            return "This is outside of the image, which has \(document.size) pixels."
        }
        context.show(target)
        return nil
    }

    /// The zoom for a place without one: the current one, or actual size while the whole image is in view, where no place could
    /// be in the center.
    private var scaleForPlaces: Double {
        let seen = context.controller.model.visibleRect
        let isWhole = context.controller.model.geometry.contentRect.corners.allSatisfy {
            $0.x >= seen.minX - 1 && $0.x <= seen.maxX + 1 && $0.y >= seen.minY - 1 && $0.y <= seen.maxY + 1
        }
        return isWhole ? max(1, context.currentView.scale) : context.currentView.scale
    }

    private static func example(_ center: Point) -> String { "\(Int(center.x.rounded())), \(Int(center.y.rounded()))" }
}
