internal import JSONDocuments
internal import PyramidTools
internal import TilePyramid
internal import TileStores

extension Verification {
    /// The most flaws that are told one by one on a terminal.
    static let listedFlaws = 20

    /// Whether it is whole, the first flaws, and how like the image the levels are.
    var text: String {
        var lines = [
            "\(report.path): \(isWhole ? "whole" : "not whole, \(NumberText.count(flawCount, "flaw"))"); "
                + "\(report.summary), \(NumberText.decimal(seconds, digits: 2)) s"
        ]
        lines += flaws.prefix(Self.listedFlaws).map { "  \($0.place): \($0.message)" }
        if flawCount > Self.listedFlaws {
            lines.append("  and \(flawCount - Self.listedFlaws) more; --json lists them")
        }
        if !likenesses.isEmpty {
            lines.append(ReportTable.row("level", "PSNR"))
            lines += likenesses.reversed().map { likeness in
                ReportTable.row(
                    "\(likeness.level)",
                    likeness.squaredError == 0
                        ? "exact" : "\(NumberText.decimal(likeness.decibels, digits: 1)) dB")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// One JSON object on one line: that of ``PyramidReport`` with some keys more.
    ///
    /// They are `whole`, `flaws` [{`tile` {`level`, `column`, `row`} or null, `place`, `message`}], `flawCount` (all of
    /// them, also where too many are listed), `checkedTiles`, `comparedEdges`, `likenesses` [{`level`, `psnr` in decibels,
    /// null where every sample is equal}] and `seconds`.
    var json: String {
        let flaws = self.flaws.map { flaw in
            let tile = flaw.tile.map {
                JSONText.object([("level", "\($0.level)"), ("column", "\($0.column)"), ("row", "\($0.row)")])
            }
            return JSONText.object([
                ("tile", tile ?? "null"), ("place", JSONText.string(flaw.place)),
                ("message", JSONText.string(flaw.message)),
            ])
        }
        let likenesses = self.likenesses.map {
            JSONText.object([("level", "\($0.level)"), ("psnr", JSONText.number($0.decibels, digits: 3))])
        }
        return JSONText.object(
            report.members + [
                ("whole", "\(isWhole)"), ("flaws", JSONText.array(flaws)), ("flawCount", "\(flawCount)"),
                ("checkedTiles", "\(checkedTiles)"), ("comparedEdges", "\(comparedEdges)"),
                ("likenesses", JSONText.array(likenesses)), ("seconds", NumberText.decimal(seconds, digits: 3)),
            ])
    }
}
