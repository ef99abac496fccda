public import ArgumentParser
public import ChannelImages
internal import CutCommand
import FilePyramids
internal import Georeferencing
import ImageCodecs
import ImageMetadata
public import ImageSources
public import PixelKernels
public import TileCutting
public import TilePyramid
import TileStores
public import ToolSupport

/// A layout of files by its name.
struct LayoutArgument: ListedArgument {
    var format: PyramidFormat

    init?(argument: String) {
        guard let format = PyramidFormats.standard[id: argument], format.role == .layout else { return nil }
        self.format = format
    }

    static var allValueStrings: [String] { PyramidFormats.standard.layouts.map(\.id) }
}

/// A container of tiles by its name.
struct ContainerArgument: ListedArgument {
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

extension TileEncoding.ChromaSubsampling: ListedArgument {
    /// The accepted values.
    public static var allValueStrings: [String] { ["420", "444"] }
}

extension TerrainEncoding: ExpressibleByArgument {}

extension PixelLayout.Depth: ListedArgument {
    /// The accepted values.
    public static var allValueStrings: [String] { ["8", "16"] }
}

/// The part of an image's name that becomes the name of its pyramid.
enum NameArgument: String, ExpressibleByArgument, CaseIterable {
    case stem
    case `extension`
}

/// The metadata that is written into the tiles.
enum MetadataArgument: String, ExpressibleByArgument, CaseIterable {
    case none, keep
}

/// A tile format or `auto`; `jpeg` is accepted for `jpg`.
struct FormatArgument: ListedArgument {
    var format: CutOptions.Format

    init?(argument: String) {
        switch argument.lowercased() {
        case "auto":
            format = .automatic
        case "mixed":
            format = .mixed
        case "jpeg":
            format = .fixed(.jpeg)
        case let name:
            guard let fixed = TileFormat(rawValue: name) else { return nil }
            format = .fixed(fixed)
        }
    }

    static var allValueStrings: [String] { TileFormat.allCases.map(\.rawValue) + ["auto", "mixed"] }
}

/// The sample values that become black and white, of all channels or of each.
struct RangeArgument: ExpressibleByArgument {
    /// One rule for all channels, or one for each.
    var rules: [RangeRule]

    init(_ rule: RangeRule) {
        rules = [rule]
    }

    init?(argument: String) {
        // One range may also go down, which turns light and dark around.
        let limits = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        if limits.count == 2, let black = limits[0], let white = limits[1] {
            guard black.isFinite, white.isFinite, black != white else { return nil }
            rules = [.values(black, white)]
        } else {
            guard let rules = RangeRule.list(argument) else { return nil }
            self.rules = rules
        }
    }

    /// The range of an image that is not one of many channels.
    var decoding: DecodeOptions.Range {
        guard rules.count == 1 else { return .auto }
        return switch rules[0] {
        case .full: .full
        case .values(let black, let white): .values(black, white)
        case .automatic, .file, .percentiles: .auto
        }
    }

    var defaultValueDescription: String { rules.map(\.description).joined(separator: ";") }
}

/// The coordinate reference system of `--bounds`, by its EPSG code.
enum BoundsCRSArgument: String, ExpressibleByArgument, CaseIterable {
    case wgs84 = "4326"
    case meters = "3857"

    var crs: GeoBounds.CoordinateReferenceSystem { self == .wgs84 ? .wgs84 : .webMercator }
}

/// The finest zoom level, or the coarsest and the finest.
struct ZoomArgument: ExpressibleByArgument {
    /// The coarsest zoom level; nil if it is not given.
    var minimum: Int?
    /// The finest zoom level.
    var maximum: Int

    init?(argument: String) {
        let numbers = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(numbers.count), let first = numbers[0], let last = numbers[numbers.count - 1],
            first >= 0, first <= last, last <= MapTile.maximumZoom
        else { return nil }
        minimum = numbers.count > 1 ? first : nil
        maximum = last
    }
}

/// Parses a color in CSS notation.
func parsedColor(_ text: String) throws -> RGBColor {
    guard let color = RGBColor(css: text) else {
        throw ValidationError("a color is #RRGGBB, #RGB or a CSS name, such as white or ivory.")
    }
    return color
}

/// The value of invalid pixels, or that there are none.
struct NodataArgument: ExpressibleByArgument {
    var nodata: DecodeOptions.Nodata

    init?(argument: String) {
        if argument.lowercased() == "none" {
            nodata = .none
        } else {
            guard let value = NodataValue(argument) else { return nil }
            nodata = .value(value)
        }
    }
}
