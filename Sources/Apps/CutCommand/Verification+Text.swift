internal import ChannelImages
internal import FilePyramids
internal import ImageCodecs
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TilePyramid

extension Verification {
    /// The most issues that are listed in text.
    static let listedIssueLimit = 20

    /// The remedy for a pyramid that is not valid.
    static let remedy = "  Cut it again, or get it again from its source."

    /// The similarity in decibels below which a level probably has other colors than the image.
    private static let unlikePSNR = 25.0

    /// The description for people: the verdict, the first issues, and the similarity of each level to the image.
    ///
    /// - Parameter isAutomatic: whether the channels of the image are shown as they are without options for them.
    /// - Returns: the lines, without line ends.
    func lines(isAutomatic: Bool) -> [String] {
        var lines = [
            "\(report.path): \(isValid ? "valid" : "not valid, \(NumberText.count(issueCount, "issue"))"); "
                + "\(report.summary()), \(NumberText.decimal(seconds, digits: 2)) s"
        ]
        lines += issues.prefix(Self.listedIssueLimit).map { "  \($0.location): \($0.message)" }
        if issueCount > Self.listedIssueLimit {
            lines.append("  and \(issueCount - Self.listedIssueLimit) more; --json lists them")
        }
        if !isValid { lines.append(Self.remedy) }
        if let channels {
            lines.append("  compared with \(channels.rendering.summary(of: channels.description))")
            if isAutomatic, similarities.last.map({ $0.psnr < Self.unlikePSNR }) == true {
                lines.append(
                    "  which are chosen automatically; if the pyramid shows others, repeat the options that it was cut with, such as "
                        + "--channels and --range")
            }
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
        return lines
    }

    /// One JSON object on one line: the keys of ``PyramidReport``, and those of the verification.
    ///
    /// They are `valid`, `issues` [{`tile` {`level`, `column`, `row`} or null, `location`, `message`}], `issueCount`
    /// (including issues that were too many to list), `checkedTiles`, `comparedEdges`, `similarities` [{`level`, `psnr`
    /// in decibels, null if all samples are equal}], `channels` (only of an image that is shown by its channels: what
    /// `RenderedChannels.json` says) and `seconds`.
    var json: String {
        let issues = self.issues.map { issue in
            let tile = issue.tile.map {
                JSONText.object([("level", "\($0.level)"), ("column", "\($0.column)"), ("row", "\($0.row)")])
            }
            return JSONText.object([
                ("tile", tile ?? "null"), ("location", JSONText.string(issue.location)),
                ("message", JSONText.string(issue.message)),
            ])
        }
        let similarities = self.similarities.map {
            JSONText.object([("level", "\($0.level)"), ("psnr", JSONText.number($0.psnr, digits: 3))])
        }
        return JSONText.object(
            report.members + [
                ("valid", "\(isValid)"), ("issues", JSONText.array(issues)), ("issueCount", "\(issueCount)"),
                ("checkedTiles", "\(checkedTiles)"), ("comparedEdges", "\(comparedEdges)"),
                ("similarities", JSONText.array(similarities)),
            ] + (channels.map { [("channels", $0.json)] } ?? [])
                + [("seconds", NumberText.decimal(seconds, digits: 3))])
    }
}
