internal import NumberFormatting
internal import LayerTree

/// The values of the HUD as rows of text.
struct HUDRows {
    /// A row: a label and a value.
    struct Row: Hashable, Sendable {
        var label: String
        var value: String
        /// The level of a bar, from 0 to 1; nil for no bar.
        var fraction: Double?
    }

    /// The rows from top to bottom.
    let all: [Row]

    init(_ values: HUDValues) {
        var rows: [Row] = []
        func add(_ label: String, _ value: String?, fraction: Double? = nil) {
            if let value { rows.append(Row(label: label, value: value, fraction: fraction)) }
        }
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
            add("layers", "\(frame.layers) · quads \(frame.quads) · groups \(frame.groups)")
            let overdraw = NumberText.decimal(frame.overdraw, digits: 2, style: .display)
            add("drawn", "\(milliseconds(frame.drawTime)) · overdraw \(overdraw)")
            add("uploads", "\(frame.textureUploads) · \(NumberText.bytes(frame.uploadedBytes, style: .display))")
        }
        all = rows
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
