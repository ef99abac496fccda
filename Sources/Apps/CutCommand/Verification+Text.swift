internal import NumberFormatting
internal import JSONDocuments
internal import PyramidTools
internal import TilePyramid
internal import TileStores

extension Verification {
    /// The most flaws that are told one by one on a terminal.
    static let listedIssueLimit = 20

    /// Whether it is whole, the first flaws, and how like the image the levels are.
    var text: String {
        var lines = [
            "\(report.path): \(isValid ? "whole" : "not whole, \(NumberText.count(issueCount, "flaw"))"); "
                + "\(report.summary), \(NumberText.decimal(seconds, digits: 2)) s"
        ]
        lines += issues.prefix(Self.listedIssueLimit).map { "  \($0.location): \($0.message)" }
        if issueCount > Self.listedIssueLimit {
            lines.append("  and \(issueCount - Self.listedIssueLimit) more; --json lists them")
        }
        if !similarities.isEmpty {
            lines.append(ReportTable.row("level", "PSNR"))
            lines += similarities.reversed().map { similarity in
                ReportTable.row(
                    "\(similarity.level)",
                    similarity.squaredError == 0
                        ? "exact" : "\(NumberText.decimal(similarity.psnr, digits: 1)) dB")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// One JSON object on one line: that of ``PyramidReport`` with some keys more.
    ///
    /// They are `whole`, `issues` [{`tile` {`level`, `column`, `row`} or null, `location`, `message`}], `issueCount` (all of
    /// them, also where too many are listed), `checkedTiles`, `comparedEdges`, `similarities` [{`level`, `psnr` in decibels,
    /// null where every sample is equal}] and `seconds`.
    var json: String {
        let issues = self.issues.map { issue in
            let tile = issue.tile.map {
                JSONText.object([("level", "\($0.level)"), ("column", "\($0.column)"), ("row", "\($0.row)")])
            }
            return JSONText.object([
                ("tile", tile ?? "null"), ("place", JSONText.string(issue.location)),
                ("message", JSONText.string(issue.message)),
            ])
        }
        let similarities = self.similarities.map {
            JSONText.object([("level", "\($0.level)"), ("psnr", JSONText.number($0.psnr, digits: 3))])
        }
        return JSONText.object(
            report.members + [
                ("whole", "\(isValid)"), ("flaws", JSONText.array(issues)), ("issueCount", "\(issueCount)"),
                ("checkedTiles", "\(checkedTiles)"), ("comparedEdges", "\(comparedEdges)"),
                ("likenesses", JSONText.array(similarities)), ("seconds", NumberText.decimal(seconds, digits: 3)),
            ])
    }
}
