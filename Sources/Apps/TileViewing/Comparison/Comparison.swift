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
        /// The second image over the first one, blended as ``Comparison/blend`` says.
        case overlay
    }

    /// The mode, side by side by default.
    public var mode = Mode.sideBySide
    /// The position of the curtain, from 0 at the left edge of the window to 1 at the right one; 0.5 by default.
    public var curtain = 0.5 {
        didSet { curtain = min(max(curtain, 0), 1) }
    }
    /// The factor by which differences are multiplied, one of ``gains``; 1 by default.
    public var gain = 1
    /// The blend mode of ``Mode/overlay``; normal by default.
    public var blend = OverlayBlend.normal
    /// The opacity of the second image in ``Mode/overlay``, from 0 to 1; 0.5 by default.
    public var opacity = 0.5 {
        didSet { opacity = min(max(opacity, 0), 1) }
    }
    /// The placement of the second image by points, in place of coordinates or its width; nil, the default, for none.
    public var placement: ImagePlacement?
    /// The correction of the second image's position and scale, none by default.
    public var correction = RegistrationCorrection()

    /// Creates a comparison in a mode.
    public init(_ mode: Mode = .sideBySide) {
        self.mode = mode
    }

    /// The factors by which differences can be multiplied.
    public static let gains = [1, 4, 16]
    /// The most images in a comparison: 9, each in a pane of its own when side by side.
    public static let imageLimit = 9
    /// The time for which ``Mode/blink`` shows each image, in seconds: 0.5.
    public static let blinkInterval = 0.5

    /// The factor after ``gain``; the first one after the last.
    var nextGain: Int { Self.gains.first { $0 > gain } ?? 1 }
}

extension Comparison.Mode {
    /// The mode that comes next, or before, when keys step through them; nil for no comparison, which is between the last
    /// and the first one.
    ///
    /// An overlay is none of them: it has a key of its own.
    static func step(_ forward: Bool, from mode: Self?) -> Self? {
        let stepped = allCases.filter { $0 != .overlay }
        let all = forward ? stepped : stepped.reversed()
        guard let mode, let index = all.firstIndex(of: mode) else { return all.first }
        return all.indices.contains(index + 1) ? all[index + 1] : nil
    }

    /// The name for people.
    var title: String {
        switch self {
        case .sideBySide: "side by side"
        case .curtain, .blink, .difference, .overlay: rawValue
        }
    }

    /// Whether the images lie over one another, so that twice as many tiles are in view.
    var overlays: Bool { self != .sideBySide }
}

// MARK: As text

extension Comparison {
    /// The mode and its settings as text for a command line: `side-by-side`, `curtain,0.25`, `blink`, `difference,4` or
    /// `overlay,0.5,multiply`.
    public var link: String {
        switch mode {
        case .sideBySide, .blink: mode.rawValue
        case .curtain: "\(mode.rawValue),\((curtain * 10_000).rounded() / 10_000)"
        case .difference: "\(mode.rawValue),\(gain)"
        case .overlay: "\(mode.rawValue),\((opacity * 100).rounded() / 100),\(blend.rawValue)"
        }
    }

    /// The options of a command line that compares in the same way.
    var linkOptions: [String] {
        ["--compare"] + (mode == .sideBySide ? [] : ["--compare-by \(link)"])
            + (placement.map { ["--placement \($0.link)"] } ?? [])
            + (correction.isNeutral ? [] : ["--correction \(correction.link)"])
    }

    /// Parses a ``link``, in which the settings are optional; nil for any other text.
    public init?(link: String) {
        let parts = link.split(separator: ",", omittingEmptySubsequences: false)
        guard let mode = parts.first.flatMap({ Mode(rawValue: String($0)) }),
            parts.count <= (mode == .overlay ? 3 : 2)
        else { return nil }
        self.init(mode)
        if parts.count == 3 {
            guard let blend = OverlayBlend(rawValue: String(parts[2])) else { return nil }
            self.blend = blend
        }
        guard parts.count >= 2 else { return }
        switch mode {
        case .overlay:
            guard let opacity = Double(parts[1]), (0...1).contains(opacity) else { return nil }
            self.opacity = opacity
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
