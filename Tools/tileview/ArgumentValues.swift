public import ArgumentParser
public import ScrollLayers
import TilePyramid
import TileViewing

extension ViewState: ExpressibleByArgument {
    /// The view of a link; nil when the text is none.
    public init?(argument: String) {
        self.init(link: argument)
    }
}

/// A size in pixels, as `1280x800`; from 16 to 16384 each way.
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

/// What a wheel does.
enum WheelArgument: String, ExpressibleByArgument, CaseIterable {
    case zoom, pan
}
