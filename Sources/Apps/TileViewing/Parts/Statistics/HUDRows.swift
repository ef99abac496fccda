internal import Controls
internal import LayerTree
internal import Numbers

/// The values of the HUD as rows of text.
struct HUDRows {
    typealias Row = TextTable.Row

    /// The longest of the usual values, for which there is always room, so that the HUD keeps its width.
    static let longestUsualValue = "p50 88.8 ms · p95 888.8 ms · max 888.8 ms"

    /// The rows from top to bottom.
    let all: [Row]

    init(_ values: HUDValues) {
        var rows: [Row] = []
        func add(_ label: String, _ value: String?, fraction: Double? = nil) {
            if let value { rows.append(Row(label: label, value: value, fraction: fraction)) }
        }
        // The row stays while nothing moves, so that the HUD keeps its height.
        add("rate", values.framesPerSecond.map { "\($0) frames/s" } ?? "–")
        add("frame", Self.frames(values.frameTimes))
        let tiles = values.tiles.map { "\($0.state) \($0.count)" }
        add("tiles", tiles.isEmpty ? nil : tiles.joined(separator: " · "))
        for (label, use) in [("cache", values.cache), ("textures", values.textures)] {
            add(label, use.map(Self.bytes), fraction: use.map(Self.fraction))
        }
        let shortfalls = [
            values.blankPixels.map { "blank \($0) px" }, values.blurredPixels.map { "blurred \($0) px" },
        ].compactMap { $0 }
        add("view", shortfalls.isEmpty ? nil : shortfalls.joined(separator: " · "))
        if let frame = values.frame {
            add(
                "layers", "\(frame.layers) · quads \(frame.quads) · groups \(frame.groups)",
                fraction: min(Double(frame.quads) / Self.quadBudget, 1))
            add(
                "drawn", "\(milliseconds(frame.drawTime)) · \(Self.overdraw(frame))",
                fraction: min(frame.overdraw / FrameStatistics.overdrawLimit, 1))
            add("uploads", "\(frame.textureUploads) · \(NumberText.bytes(frame.uploadedBytes, style: .display))")
        }
        all = rows
    }

    /// The number of quads at which the bar of the geometry is full: 1000.
    ///
    /// Hundreds are common, thousands take long.
    private static let quadBudget = 1000.0

    /// The overdraw, with a warning if drawing may not keep up with the screen.
    private static func overdraw(_ frame: FrameStatistics) -> String {
        func text(_ ratio: Double) -> String { NumberText.decimal(ratio, digits: 2, style: .display) }
        let isHigh = frame.overdraw > FrameStatistics.overdrawLimit
        return "overdraw \(text(frame.overdraw))" + (isHigh ? ", more than \(text(FrameStatistics.overdrawLimit))" : "")
    }

    private static func frames(_ times: FrameTimes) -> String? {
        let times = times.milliseconds
        guard let median = times.percentile(0.5), let high = times.percentile(0.95), let longest = times.max()
        else { return nil }
        return "p50 \(milliseconds(median)) · p95 \(milliseconds(high)) · max \(milliseconds(longest))"
    }

    private static func bytes(_ use: MemoryUsage) -> String {
        "\(NumberText.bytes(use.bytes, style: .display)) of \(NumberText.bytes(use.limit, style: .display))"
    }

    private static func fraction(_ use: MemoryUsage) -> Double {
        use.limit > 0 ? min(max(Double(use.bytes) / Double(use.limit), 0), 1) : 0
    }
}

/// A duration with one decimal.
private func milliseconds(_ time: Double) -> String { "\(NumberText.decimal(time, digits: 1, style: .display)) ms" }
