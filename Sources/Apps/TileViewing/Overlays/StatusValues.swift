public import LayerTree

/// What the status line tells; what is nil is left out.
public struct StatusValues: Hashable, Sendable {
    /// What the pointer points at.
    public struct HoveredPixel: Hashable, Sendable {
        /// The full-size pixel's column and row, counted from 0.
        public var column: Int, row: Int
        /// Its color; nil while that is not known.
        public var color: Color?

        /// A pixel.
        public init(column: Int, row: Int, color: Color? = nil) {
            self.column = column
            self.row = row
            self.color = color
        }
    }

    /// How far the picture is from being as sharp as it can be.
    public enum Loading: Hashable, Sendable {
        /// All that is seen is there in full.
        case sharp
        /// So many tiles that are seen are on their way.
        case tiles(Int)
        /// The image is being cut into tiles; this much of it, from 0 to 1, is done.
        case cutting(Double)
        /// So many tiles that are seen could not be loaded, and none is on its way.
        case failed(Int)
    }

    /// Which of several open files is shown.
    public struct FilePosition: Hashable, Sendable {
        /// Its number, counted from 1.
        public var number: Int
        /// How many there are.
        public var count: Int

        /// One of several files.
        public init(number: Int, of count: Int) {
            self.number = number
            self.count = count
        }
    }

    /// Screen pixels for each full-size pixel.
    public var zoom: Double?
    /// What the image is called.
    public var name: String?
    /// Which of the open files it is; left out when it is the only one.
    public var filePosition: FilePosition?
    /// What the pointer points at.
    public var hoveredPixel: HoveredPixel?
    /// How much is still to come.
    public var loading: Loading?

    /// Nothing to tell.
    public init() {}
}

extension StatusValues {
    /// The zoom in percent: with more digits where steps are finer, such as "250 %", "6.3 %" and "0.42 %".
    public static func zoomText(_ zoom: Double) -> String {
        let percent = zoom * 100
        guard percent.isFinite, percent > 0 else { return "–" }
        let decimals = percent >= 10 ? 0 : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3
        return "\(DecimalText.text(percent, decimals: decimals)) %"
    }

    /// The loading state in words.
    public static func loadingText(_ loading: Loading) -> String {
        switch loading {
        case .sharp: "sharp"
        case .tiles(1): "1 tile loading"
        case .tiles(let count): "\(count) tiles loading"
        case .cutting(let part): "cutting \(Int((min(max(part, 0), 1) * 100).rounded(.down))) %"
        case .failed(1): "1 tile missing"
        case .failed(let count): "\(count) tiles missing"
        }
    }

    /// A color as "#RRGGBB", without its alpha.
    public static func colorText(_ color: Color) -> String {
        let digits = [color.red, color.green, color.blue].map { component in
            let step = Int((min(max(component, 0), 1) * 255).rounded())
            return (step < 16 ? "0" : "") + String(step, radix: 16, uppercase: true)
        }
        return "#" + digits.joined()
    }
}
