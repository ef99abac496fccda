public import LayerTree
internal import TextLayers
internal import TextRendering
public import VectorDrawing

/// A page with an error message in the middle, for example in place of a photo that cannot be opened.
public final class ErrorPage: Layer {
    /// Creates a page.
    ///
    /// - Parameters:
    ///   - error: the error, whose description is shown.
    ///   - size: the size of the page in points.
    ///   - color: the color of the text; the default is a light gray, for a dark background.
    public init(
        _ error: any Error, size: Size, color: Color = Color(red: 0.75, green: 0.75, blue: 0.78)
    ) {
        super.init()
        name = "error"
        let style = TextStyle(
            font: TextFont(size: 16), color: color, lineLimit: nil, alignment: .center, verticalAlignment: .center)
        let x = min(80, size.width / 8)
        let y = min(80, size.height / 8)
        Transaction.run(disablesActions: true) {
            self.bounds.size = size
            let frame = self.bounds.inset(by: EdgeInsets(top: y, left: x, bottom: y, right: x))
            addSublayer(TextLayer("\(error)", style: style, frame: frame))
        }
    }

    /// Returns the action of a change; a page appears and disappears at once.
    override public class func defaultAction(for key: ActionKey) -> LayerActionResult {
        key == .onOrderIn || key == .onOrderOut ? .none : super.defaultAction(for: key)
    }
}
