public import ArgumentParser
import CutCommand
public import ImageCodecs
public import PixelKernels
public import TileCutting
public import TilePyramid
import TileStores
import ToolSupport

/// A layout of files by its name.
struct LayoutArgument: ExpressibleByArgument {
    var format: PyramidFormat

    init?(argument: String) {
        guard let format = PyramidFormats.standard[id: argument], format.role == .layout else { return nil }
        self.format = format
    }

    static var allValueStrings: [String] { PyramidFormats.standard.layouts.map(\.id) }
}

/// A container of tiles by its name.
struct ContainerArgument: ExpressibleByArgument {
    var container: OutputRequest.Container

    init?(argument: String) {
        guard let container = OutputRequest.Container(argument) else { return nil }
        self.container = container
    }

    static var allValueStrings: [String] { OutputRequest.Container.all().map(\.name) }
}

extension TileFormat: ExpressibleByArgument {}

extension PyramidShape.Rounding: ExpressibleByArgument {}

extension CutOptions.Lossless: ExpressibleByArgument {}

extension TileEncoding.ChromaSubsampling: ExpressibleByArgument {
    /// What is accepted.
    public static var allValueStrings: [String] { ["420", "444"] }
    /// How help writes it.
    public var defaultValueDescription: String { "\(rawValue)" }
}

extension PixelLayout.Depth: ExpressibleByArgument {
    /// What is accepted.
    public static var allValueStrings: [String] { ["8", "16"] }
    /// How help writes it.
    public var defaultValueDescription: String { "\(rawValue)" }
}

/// Whether metadata goes into the tiles.
enum MetadataArgument: String, ExpressibleByArgument, CaseIterable {
    case none, keep
}

/// A tile format or `auto`; `jpeg` is taken for `jpg`.
struct FormatArgument: ExpressibleByArgument {
    var format: CutOptions.Format

    init(_ format: CutOptions.Format) {
        self.format = format
    }

    init?(argument: String) {
        switch argument.lowercased() {
        case "auto":
            format = .automatic
        case "jpeg":
            format = .fixed(.jpeg)
        case let name:
            guard let fixed = TileFormat(rawValue: name) else { return nil }
            format = .fixed(fixed)
        }
    }

    static var allValueStrings: [String] { TileFormat.allCases.map(\.rawValue) + ["auto"] }

    var defaultValueDescription: String {
        switch format {
        case .fixed(let format): format.rawValue
        case .automatic: "auto"
        }
    }
}

/// What becomes black and what white.
struct RangeArgument: ExpressibleByArgument {
    var range: DecodeOptions.Range

    init(_ range: DecodeOptions.Range) {
        self.range = range
    }

    init?(argument: String) {
        switch argument.lowercased() {
        case "auto":
            range = .auto
        case "full":
            range = .full
        case let text:
            let ends = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard ends.count == 2, let black = ends[0], let white = ends[1], black.isFinite, white.isFinite,
                black != white
            else { return nil }
            range = .values(black, white)
        }
    }

    var defaultValueDescription: String {
        switch range {
        case .auto: "auto"
        case .full: "full"
        case .values(let black, let white): "\(black),\(white)"
        }
    }
}

/// What the numbers of bounds are, by their EPSG code.
enum BoundsCRSArgument: String, ExpressibleByArgument, CaseIterable {
    case wgs84 = "4326"
    case meters = "3857"

    var crs: GeoBounds.CoordinateReferenceSystem { self == .wgs84 ? .wgs84 : .webMercator }
}

/// One zoom, or two.
struct ZoomArgument: ExpressibleByArgument {
    /// The coarsest, if it is named.
    var minimum: Int?
    /// The finest.
    var maximum: Int

    /// The finest zoom that is accepted.
    private static let limit = 30

    init?(argument: String) {
        let numbers = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(numbers.count), let first = numbers[0], let last = numbers[numbers.count - 1],
            first >= 0, first <= last, last <= Self.limit
        else { return nil }
        minimum = numbers.count > 1 ? first : nil
        maximum = last
    }
}

/// A color as CSS writes it.
func parsedColor(_ text: String) throws -> RGBColor {
    guard let color = RGBColor(css: text) else {
        throw ValidationError("give a color as #RRGGBB, as #RGB or by its CSS name, such as white or ivory.")
    }
    return color
}
