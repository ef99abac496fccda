internal import ImageCodecs
internal import LayerTree
internal import Numbers
internal import TilePyramid
internal import VectorDrawing

/// The values of the status line; those that are nil are left out.
struct StatusValues: Hashable, Sendable {
    /// The pixel under the pointer.
    struct HoveredPixel: Hashable, Sendable {
        /// The letter of its image among several.
        var image: String?
        /// The full-size pixel's column and row, from 0.
        var column: Int, row: Int
        /// Its color; nil until it is known.
        var color: Color?
        /// Its samples as they are stored; nil if they are unknown, or say no more than the color.
        var values: String?
        /// Its place on the Earth; nil if that is unknown.
        var place: String?
    }

    /// The state of loading, until the view is as sharp as it can be.
    enum Loading: Hashable, Sendable {
        /// This many visible tiles are being loaded.
        case tiles(Int)
        /// There are so many tiles in view that this many are not loaded.
        case missing(Int)
        /// The image is being cut into tiles; the value is the fraction that is done, from 0 to 1.
        case cutting(Double)
        /// These visible tiles could not be loaded, and none is being loaded.
        case failed([TileIndex])
    }

    /// The position of the shown file among several open ones.
    struct FilePosition: Hashable, Sendable {
        /// Its number, from 1.
        var number: Int
        /// The number of files.
        var count: Int
    }

    /// The zoom, in screen pixels per full-size pixel.
    var zoom: Double?
    /// The angle of the view, as text; nil if the image is upright.
    var rotation: String?
    /// Whether the server of the image cannot be reached.
    var isOffline = false
    /// Whose data a map shows.
    var attribution: String?
    /// The name of the image.
    var name: String?
    /// The names of the images that are compared with it.
    var otherNames: [String] = []
    /// The mode of comparison, as text.
    var comparison: String?
    /// The correction of the second image: its movement and scale, as text.
    var correction: String?
    /// The position of the file; left out if it is the only one.
    var filePosition: FilePosition?
    /// The page that is shown; nil if it is the only one.
    var page: String?
    /// The size of the selected region, in words; nil for none.
    var selection: String?
    /// The pixel under the pointer.
    var hoveredPixel: HoveredPixel?
    /// The loading state; nil while the view is as sharp as it can be.
    var loading: Loading?

    /// The zoom in percent, with more digits where steps are finer: "250 %", "6.3 %", "0.42 %".
    static func zoomText(_ zoom: Double) -> String {
        let percent = zoom * 100
        guard percent.isFinite, percent > 0 else { return "–" }
        let decimals = percent >= 10 ? 0 : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3
        return "\(NumberText.decimal(percent, digits: decimals, style: .display)) %"
    }

    /// The loading state in words.
    static func loadingText(_ loading: Loading) -> String {
        switch loading {
        case .tiles(1): "1 tile loading"
        case .tiles(let count): "\(count) tiles loading"
        case .missing(1): "1 tile not loaded"
        case .missing(let count): "\(count) tiles not loaded"
        case .cutting(let part): "cutting \(Int((min(max(part, 0), 1) * 100).rounded(.down))) %"
        case .failed(let tiles) where tiles.count > 1: "\(tiles.count) tiles failed"
        case .failed(let tiles): "tile \(tiles.map(\.description).joined()) failed"
        }
    }

    /// The position of a pixel, with the letter of its image among several: "B: 1200, 900".
    static func positionText(_ pixel: HoveredPixel) -> String {
        "\(pixel.image.map { "\($0): " } ?? "")\(pixel.column), \(pixel.row)"
    }

    /// The samples of a pixel, of more than eight the first ones: "12345, 200, 65535".
    static func valuesText(_ values: PixelValues) -> String {
        let isLong = values.samples.count > 8
        return PixelValues(Array(values.samples.prefix(8))).description + (isLong ? ", …" : "")
    }

    /// A color as "#RRGGBB", without its alpha.
    static func colorText(_ color: Color) -> String {
        let digits = [color.red, color.green, color.blue].map { component in
            let step = Int((min(max(component, 0), 1) * 255).rounded())
            return (step < 16 ? "0" : "") + String(step, radix: 16, uppercase: true)
        }
        return "#" + digits.joined()
    }
}
