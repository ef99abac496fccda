public import Georeferencing
internal import LayerTree

/// A pin on a map: it stays on its coordinate, and keeps its size on the screen.
///
/// A map draws all of its pins in one layer, so thousands of pins cost little. A tap opens a callout with the title, unless the
/// pin has its own action.
///
/// ```swift
/// let pin = MapPin(at: Coordinate(latitude: 47.4211, longitude: 10.9853), title: "Zugspitze", subtitle: "2962 m")
/// map.addPins([pin])
/// ```
@MainActor
public final class MapPin {
    /// The coordinate of the pin.
    public var coordinate: Coordinate {
        didSet { if coordinate != oldValue { layer?.pinDidMove() } }
    }
    /// The first line of the callout; empty for no callout.
    public let title: String
    /// The text after the title in the callout; empty for none.
    public let subtitle: String
    /// The style of the pin.
    public var style: MapPinStyle {
        didSet { if style != oldValue { layer?.setNeedsFrame() } }
    }
    /// Called when the pin is tapped, instead of opening a callout; nil, the default, for the callout.
    public var onTap: (@MainActor (MapPin) -> Void)?

    /// The layer that draws the pin; nil if it is on no map.
    weak var layer: PinsLayer?

    /// Creates a pin; by default a red drop without a callout.
    public init(
        at coordinate: Coordinate, title: String = "", subtitle: String = "", style: MapPinStyle = MapPinStyle(),
        onTap: (@MainActor (MapPin) -> Void)? = nil
    ) {
        self.coordinate = coordinate
        self.title = title
        self.subtitle = subtitle
        self.style = style
        self.onTap = onTap
    }
}
