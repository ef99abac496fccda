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
    let rules: [RangeRule]
    /// The fault of the text; nil if there is none.
    let fault: String?

    init(_ rule: RangeRule) {
        rules = [rule]
        fault = nil
    }

    /// Takes any text: the parser would print the help of the option and not what is wrong.
    init?(argument: String) {
        // One range may also go down, which turns light and dark around.
        let limits = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        if limits.count == 2, let black = limits[0], let white = limits[1], black.isFinite, white.isFinite {
            rules = [.values(black, white)]
            fault = black == white ? Self.fault(argument, "the two values are equal") : nil
        } else if let rules = RangeRule.list(argument) {
            self.rules = rules
            fault = nil
        } else {
            rules = [.automatic]
            fault = Self.fault(argument, Self.reason(argument))
        }
    }

    /// Refuses a text that is not a range.
    func validate() throws {
        if let fault { throw ValidationError(fault) }
    }

    private static func fault(_ argument: String, _ reason: String) -> String {
        "--range \(argument): \(reason). It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
            + "have semicolons between them."
    }

    /// The fault of the first part that is not a range.
    private static func reason(_ argument: String) -> String {
        let parts = argument.split(separator: ";", maxSplits: RangeRule.listLimit, omittingEmptySubsequences: false)
        let part = parts.first { RangeRule.list($0) == nil }.map { String($0) } ?? argument
        let words = part.replacing("..", with: ",").split(
            separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        let isPercentage = words.allSatisfy { $0.lowercased().hasPrefix("p") }
        let numbers = words.compactMap { Double(isPercentage ? $0.dropFirst() : $0) }
        guard words.count == 2, numbers.count == 2, numbers.allSatisfy(\.isFinite) else {
            return part.isEmpty ? "a range is missing" : "\(part) is not a range"
        }
        guard isPercentage else { return "the first value is above the second one" }
        return numbers.allSatisfy((0...100).contains)
            ? "the first percentile is above the second one" : "percentiles go from 0 to 100"
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
    let minimum: Int?
    /// The finest zoom level.
    let maximum: Int
    /// The fault of the text; nil if there is none.
    let fault: String?

    /// Takes any text: the parser would print the help of the option and not what is wrong.
    init?(argument: String) {
        let numbers = argument.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false).map { Int($0) }
        let reason: String?
        if numbers.count <= 2, let first = numbers.first ?? nil, let last = numbers.last ?? nil {
            minimum = numbers.count > 1 ? first : nil
            maximum = last
            let isLimited = first >= 0 && max(first, last) <= MapTile.maximumZoom
            reason = !isLimited ? "there is no such zoom" : first > last ? "the coarser zoom comes first" : nil
        } else {
            minimum = nil
            maximum = 0
            reason = "this is not a zoom"
        }
        fault = reason.map {
            "--zoom \(argument): \($0). It takes a zoom from 0 to \(MapTile.maximumZoom), such as 14, or two such as 6-14."
        }
    }

    /// Refuses a text that is not a zoom.
    func validate() throws {
        if let fault { throw ValidationError(fault) }
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
