internal import Glibc
internal import Numbers
internal import TiledLayers

/// A control of the panel that adjusts the display, from top to bottom.
enum AdjustmentControl: Hashable, Sendable, CaseIterable {
    case blackPoint, whitePoint, gamma, contrast, brightness, isInverted, channel, palette, stretch, reset

    /// The name on the panel.
    var label: String {
        switch self {
        case .blackPoint: "black"
        case .whitePoint: "white"
        case .gamma: "gamma"
        case .contrast: "contrast"
        case .brightness: "brightness"
        case .isInverted: "invert"
        case .channel: "channel"
        case .palette: "colors"
        case .stretch: "stretch to the view"
        case .reset: "reset"
        }
    }

    /// Whether the control is a slider; the others are clicked.
    var isSlider: Bool { slider != nil }

    private typealias Property = WritableKeyPath<ColorAdjustment, Double>

    /// The property of a slider, and its values at both ends.
    private var slider: (property: Property, range: ClosedRange<Double>, isLogarithmic: Bool)? {
        switch self {
        case .blackPoint: (\.blackPoint, 0...1, false)
        case .whitePoint: (\.whitePoint, 0...1, false)
        case .gamma: (\.gamma, 0.2...5, true)
        case .contrast: (\.contrast, 0.2...5, true)
        case .brightness: (\.brightness, -1...1, false)
        case .isInverted, .channel, .palette, .stretch, .reset: nil
        }
    }

    /// The position of the slider for an adjustment, from 0 to 1; nil for other controls.
    func position(in adjustment: ColorAdjustment) -> Double? {
        guard let (property, range, isLogarithmic) = slider else { return nil }
        let value = adjustment[keyPath: property]
        let position =
            isLogarithmic
            ? log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
            : (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return min(max(position, 0), 1)
    }

    /// Moves the slider to a position, and rounds its value to one that the panel can show.
    func setPosition(_ position: Double, in adjustment: inout ColorAdjustment) {
        guard let (property, range, isLogarithmic) = slider else { return }
        let position = min(max(position, 0), 1)
        if let neutral = self.position(in: ColorAdjustment()), abs(neutral - position) < Self.snapDistance {
            adjustment[keyPath: property] = ColorAdjustment()[keyPath: property]
        } else {
            let value =
                isLogarithmic
                ? range.lowerBound * pow(range.upperBound / range.lowerBound, position)
                : range.lowerBound + position * (range.upperBound - range.lowerBound)
            adjustment[keyPath: property] = (value * unit).rounded() / unit
        }
    }

    /// The number of positions of a slider, a point apart: enough for each of the values 0 to 255.
    static let positionCount = 256
    /// The distance from the default, as a part of the slider's length, within which a slider snaps to it: less than the next
    /// position, so that each can be reached.
    private static let snapDistance = 0.6 / Double(positionCount - 1)

    /// The number of steps between the values 0 and 1, as the panel shows them.
    private var unit: Double {
        switch self {
        case .blackPoint, .whitePoint: 255
        default: 100
        }
    }

    /// The value on the panel that stands for 1: 255 levels, or 100 %.
    private var shownUnit: Double {
        switch self {
        case .blackPoint, .whitePoint: 255
        case .brightness: 100
        default: 1
        }
    }

    /// The range of the values that can be typed, as text; empty for controls that are clicked.
    var typedRange: String {
        guard let range = slider?.range else { return "" }
        func text(_ value: Double) -> String { NumberText.decimal(value * shownUnit, digits: 2, style: .display) }
        return "\(text(range.lowerBound)) to \(text(range.upperBound))"
    }

    /// Sets a typed value; returns the reason why it is not accepted, or nil if it is.
    func setText(_ text: String, in adjustment: inout ColorAdjustment) -> String? {
        guard let (property, range, _) = slider else { return nil }
        let digits = String(
            text.filter { !$0.isWhitespace && $0 != "%" }.map { $0 == "," ? "." : $0 == "−" ? "-" : $0 })
        guard let number = Double(digits), range.contains(number / shownUnit) else {
            return "Type a number from \(typedRange)."
        }
        adjustment[keyPath: property] = number / shownUnit
        return nil
    }

    /// Clicks the control.
    func click(in adjustment: inout ColorAdjustment, histogram: ColorHistogram) {
        switch self {
        case .isInverted: adjustment.isInverted.toggle()
        case .channel: adjustment.channel.advance()
        case .palette: adjustment.palette.advance()
        case .stretch: adjustment.stretch(to: histogram)
        case .reset: adjustment = ColorAdjustment()
        case .blackPoint, .whitePoint, .gamma, .contrast, .brightness: break
        }
    }

    /// The value on the panel; empty for what is only clicked.
    func value(in adjustment: ColorAdjustment) -> String {
        func number(_ value: Double, _ digits: Int) -> String {
            NumberText.decimal(value, digits: digits, style: .display)
        }
        return switch self {
        case .blackPoint: number(adjustment.blackPoint * 255, 0)
        case .whitePoint: number(adjustment.whitePoint * 255, 0)
        case .gamma: number(adjustment.gamma, 2)
        case .contrast: number(adjustment.contrast, 2)
        case .brightness: number(adjustment.brightness * 100, 0) + " %"
        case .isInverted: adjustment.isInverted ? "yes" : "no"
        case .channel: "\(adjustment.channel)"
        case .palette: adjustment.palette == .none ? "as stored" : "\(adjustment.palette)"
        case .stretch, .reset: ""
        }
    }
}

extension ColorAdjustment {
    /// Makes the darkest values of a histogram black and the brightest white, but for half a percent at either end.
    mutating func stretch(to histogram: ColorHistogram) {
        guard let black = histogram.value(below: 0.005), let white = histogram.value(below: 0.995), black < white
        else { return }
        blackPoint = black
        whitePoint = white
    }
}

extension CaseIterable where Self: Equatable, AllCases: RandomAccessCollection, AllCases.Index == Int {
    /// Goes on to the next case, and after the last one to the first.
    fileprivate mutating func advance() {
        let cases = Self.allCases
        guard let index = cases.firstIndex(of: self) else { return }
        self = cases[(index + 1) % cases.count]
    }
}
