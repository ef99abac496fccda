internal import ChannelImages
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TilePyramid
internal import ZarrArrays

/// The report on a pyramid of stored values, or on the plan of one.
struct ValueReport {
    var plan: ValuePyramidPlan
    /// The result; nil for a dry run.
    var summary: ValuePyramidSummary?

    /// The summary line; for a dry run a table of the levels that would be written.
    var lines: [String] {
        if let summary { return [summaryLine(summary)] }
        var lines = [planText, ReportTable.row("level", "size", "chunks")]
        for (index, size) in plan.description.levels.enumerated() {
            let grid = plan.grids[index]
            lines.append(ReportTable.row("\(index)", size.description, "\(grid.width)×\(grid.height)"))
        }
        lines.append(
            "\(NumberText.count(plan.grids.count, "level")), \(NumberText.count(plan.chunkCount, "chunk")), "
                + "\(NumberText.bytes(plan.valueBytes)) of values at full size; nothing has been written")
        return lines
    }

    /// The planned pyramid in one line.
    var planText: String {
        "\(plan.source.name) would become \(plan.output): \(formatText), \(plan.description.planesText), chunks of "
            + "\(plan.options.side)×\(plan.options.side) pixels, \(codecText)"
    }

    private func summaryLine(_ summary: ValuePyramidSummary) -> String {
        let rate = Int(Double(plan.valueBytes) / max(summary.seconds, 1e-6))
        return [
            "\(plan.output): \(plan.description.size) pixels", plan.description.planesText,
            NumberText.count(plan.grids.count, "level"), NumberText.count(summary.chunks, "chunk"),
            NumberText.bytes(summary.bytes), "\(NumberText.decimal(summary.seconds, digits: 2)) s",
            "\(NumberText.bytes(rate))/s", "peak memory \(NumberText.bytes(summary.peakMemoryBytes))",
        ].joined(separator: ", ")
    }

    private var formatText: String {
        switch plan.options.format {
        case .omeZarr: "OME-Zarr \(plan.options.version.rawValue)"
        case .omeTIFF: plan.options.format.name
        }
    }

    private var codecText: String {
        let codec = plan.options.usedCodec
        if codec == .none { return "not compressed" }
        return codec.levels == nil ? codec.rawValue : "\(codec.rawValue) of level \(plan.options.usedLevel)"
    }

    /// One JSON object on one line.
    ///
    /// The keys are `source` {`path`, `width`, `height`}, `output`, `format` (`OME-Zarr` or `OME-TIFF`), `version` (of OME-Zarr,
    /// else null), `chunkSize`, `codec`, `codecLevel` (null if it has none), `levels` [{`level` from 0 at full size, `width`,
    /// `height`, `columns`, `rows`}], those of `ChannelImageDescription.members`, `chunks`, `valueBytes` (of full size) and `warnings`. A finished
    /// pyramid also has `bytes` (of the encoded chunks), `seconds` and `peakMemoryBytes`.
    var json: String {
        let description = plan.description
        let levels = zip(description.levels, plan.grids).enumerated().map { index, level in
            JSONText.object([
                ("level", "\(index)"), ("width", "\(level.0.width)"), ("height", "\(level.0.height)"),
                ("columns", "\(level.1.width)"), ("rows", "\(level.1.height)"),
            ])
        }
        let source: [(String, String)] = [
            JSONText.path("path", plan.source.name), ("width", "\(description.size.width)"),
            ("height", "\(description.size.height)"),
        ]
        let options = plan.options
        var members: [(String, String)] = [
            ("source", JSONText.object(source)), JSONText.path("output", plan.output),
            ("format", JSONText.string(options.format.name)),
            ("version", options.format == .omeZarr ? JSONText.string(options.version.rawValue) : "null"),
            ("chunkSize", "\(options.side)"), ("codec", JSONText.string(options.usedCodec.rawValue)),
            ("codecLevel", options.usedCodec.levels == nil ? "null" : "\(options.usedLevel)"),
            ("levels", JSONText.array(levels)),
        ]
        members += description.members
        members += [
            ("chunks", "\(plan.chunkCount)"), ("valueBytes", "\(plan.valueBytes)"),
            ("warnings", JSONText.array(plan.warnings.map(JSONText.string))),
        ]
        if let summary {
            members += [
                ("bytes", "\(summary.bytes)"), ("seconds", NumberText.decimal(summary.seconds, digits: 3)),
                ("peakMemoryBytes", "\(summary.peakMemoryBytes)"),
            ]
        }
        return JSONText.object(members)
    }
}

extension ChannelImageDescription {
    /// The numbers of channels, sections and time points: "4 channels of uint16, 5 optical sections".
    var planesText: String {
        [
            "\(NumberText.count(channels.count, "channel")) of \(sampleType.rawValue)",
            sectionCount > 1 ? "\(sectionCount) optical sections" : nil,
            timeCount > 1 ? "\(timeCount) time points" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }
}
