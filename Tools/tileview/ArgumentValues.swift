public import ArgumentParser
import SDLPresenter
public import ScrollLayers
import TilePyramid
public import TileViewing

extension ViewState: ExpressibleByArgument {
    /// Parses the view of a link; nil for any other text.
    public init?(argument: String) {
        self.init(link: argument)
    }
}

extension Comparison: ExpressibleByArgument {
    /// Parses the way of comparing of a link; nil for any other text.
    public init?(argument: String) {
        self.init(link: argument)
    }
}

extension ImagePlacement: ExpressibleByArgument {
    /// Parses the placement of a link; nil for any other text.
    public init?(argument: String) {
        self.init(link: argument)
    }
}

extension RegistrationCorrection: ExpressibleByArgument {
    /// Parses the correction of a link; nil for any other text.
    public init?(argument: String) {
        self.init(link: argument)
    }
}

/// A size in pixels, such as `1280x800`, of 16 to 16384 pixels on each side.
struct SizeArgument: ExpressibleByArgument {
    var size: PixelSize

    init(_ size: PixelSize) {
        self.size = size
    }

    init?(argument: String) {
        let sides = argument.lowercased().split(whereSeparator: { $0 == "x" || $0 == "×" }).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (16...16_384).contains(width), (16...16_384).contains(height)
        else { return nil }
        size = PixelSize(width: width, height: height)
    }

    var defaultValueDescription: String { "\(size.width)x\(size.height)" }
}

/// The renderer of the window.
enum RendererArgument: String, ExpressibleByArgument, CaseIterable {
    case automatic, accelerated, compositor

    var drawing: DrawingMethod {
        switch self {
        case .automatic: .automatic
        case .accelerated: .accelerated
        case .compositor: .compositor
        }
    }
}

extension FileOrder: ExpressibleByArgument {}
/// The use of a double click.
enum DoubleClickArgument: String, ExpressibleByArgument, CaseIterable {
    case zoom, fit
}

/// The use of the wheel.
enum WheelArgument: String, ExpressibleByArgument, CaseIterable {
    case zoom, pan
}
