internal import LayerTree

/// The settings of a comparison of two or more images: the mode and its parameters.
///
/// All images are seen in one view, the view of the first. An ``ImageRegistration`` places each other image over it.
public struct Comparison: Hashable, Sendable {
    /// The mode of a comparison.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Beside one another, in panes of equal size.
        case sideBySide = "side-by-side"
        /// The first image left of a line that can be dragged, and the second one right of it.
        case curtain
        /// Each image in turn, in the same position.
        case blink
        /// The difference of the colors: |first − second| times ``Comparison/gain``.
        case difference
    }

    /// The mode, side by side by default.
    public var mode = Mode.sideBySide
    /// The position of the curtain, from 0 at the left edge of the window to 1 at the right one; 0.5 by default.
    public var curtain = 0.5 {
        didSet { curtain = min(max(curtain, 0), 1) }
    }
    /// The factor by which differences are multiplied, one of ``gains``; 1 by default.
    public var gain = 1
    /// The correction of the second image's position and scale, none by default.
    public var correction = RegistrationCorrection()

    /// Creates a comparison in a mode.
    public init(_ mode: Mode = .sideBySide) {
        self.mode = mode
    }

    /// The factors by which differences can be multiplied.
    public static let gains = [1, 4, 16]
    /// The most images in a comparison: 4, each in a pane of its own when side by side.
    public static let imageLimit = 4
    /// The time for which ``Mode/blink`` shows each image, in seconds: 0.5.
    public static let blinkInterval = 0.5

    /// The factor after ``gain``; the first one after the last.
    var nextGain: Int { Self.gains.first { $0 > gain } ?? 1 }
}

extension Comparison.Mode {
    /// The mode that comes next, or before, when keys step through them; nil for no comparison, which is between the last
    /// and the first one.
    static func step(_ forward: Bool, from mode: Self?) -> Self? {
        let all = forward ? allCases : allCases.reversed()
        guard let mode, let index = all.firstIndex(of: mode) else { return all.first }
        return all.indices.contains(index + 1) ? all[index + 1] : nil
    }

    /// The name for people.
    var title: String {
        switch self {
        case .sideBySide: "side by side"
        case .curtain, .blink, .difference: rawValue
        }
    }

    /// Whether the images lie over one another, so that twice as many tiles are in view.
    var overlays: Bool { self != .sideBySide }
}

// MARK: As text

extension Comparison {
    /// The mode and its setting as text for a command line: `side-by-side`, `curtain,0.25`, `blink` or `difference,4`.
    public var link: String {
        switch mode {
        case .sideBySide, .blink: mode.rawValue
        case .curtain: "\(mode.rawValue),\((curtain * 10_000).rounded() / 10_000)"
        case .difference: "\(mode.rawValue),\(gain)"
        }
    }

    /// The options of a command line that compares in the same way.
    var linkOptions: [String] {
        ["--compare"] + (mode == .sideBySide ? [] : ["--compare-by \(link)"])
            + (correction.isNeutral ? [] : ["--correction \(correction.link)"])
    }

    /// Parses a ``link``, in which the setting is optional; nil for any other text.
    public init?(link: String) {
        let parts = link.split(separator: ",", omittingEmptySubsequences: false)
        guard let mode = parts.first.flatMap({ Mode(rawValue: String($0)) }), parts.count <= 2 else { return nil }
        self.init(mode)
        guard parts.count == 2 else { return }
        switch mode {
        case .curtain:
            guard let position = Double(parts[1]), (0...1).contains(position) else { return nil }
            curtain = position
        case .difference:
            guard let gain = Int(parts[1]), Self.gains.contains(gain) else { return nil }
            self.gain = gain
        case .sideBySide, .blink: return nil
        }
    }
}
