internal import ChannelImages
internal import FilePyramids
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TilePyramid

extension ValueVerification {
    /// The description for people: the verdict and the first issues.
    func lines(of name: String) -> [String] {
        let verdict = isValid ? "valid" : "not valid, \(NumberText.count(issueCount, "issue"))"
        let parts = [
            description.planesText, NumberText.count(description.levels.count, "level"),
            NumberText.count(chunks, "chunk"),
            isValid ? source.map { "all values of full size equal to those of \($0)" } : nil,
            "\(NumberText.decimal(seconds, digits: 2)) s",
        ]
        var lines = ["\(name): \(verdict); \(parts.compactMap(\.self).joined(separator: ", "))"]
        lines += issues.prefix(Verification.listedIssueLimit).map { "  \($0.location): \($0.message)" }
        if issueCount > Verification.listedIssueLimit {
            lines.append("  and \(issueCount - Verification.listedIssueLimit) more; --json lists them")
        }
        if !isValid { lines.append(Verification.remedy) }
        return lines
    }

    /// One JSON object on one line.
    ///
    /// The keys are `path`, `kind` (`values`), `width`, `height`, those of `ChannelImageDescription.members`, `valid`, `issues`
    /// [{`location`, `message`}], `issueCount` (including issues that were too many to list), `checkedChunks`, `source` (the image
    /// whose values were compared, or null) and `seconds`.
    func json(of name: String) -> String {
        let issues = issues.map {
            JSONText.object([("location", JSONText.string($0.location)), ("message", JSONText.string($0.message))])
        }
        var members: [(String, String)] = [
            JSONText.path("path", name), ("kind", JSONText.string("values")), ("width", "\(description.size.width)"),
            ("height", "\(description.size.height)"),
        ]
        members += description.members
        members += [
            ("valid", "\(isValid)"), ("issues", JSONText.array(issues)), ("issueCount", "\(issueCount)"),
            ("checkedChunks", "\(chunks)"), ("source", source.map(JSONText.string) ?? "null"),
            ("seconds", NumberText.decimal(seconds, digits: 3)),
        ]
        return JSONText.object(members)
    }
}
