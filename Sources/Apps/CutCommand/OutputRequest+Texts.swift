internal import FilePyramids

extension OutputRequest {
    /// Returns the warning that texts are given that neither the pyramid nor a page has; nil if there are none.
    func textWarning(for target: PyramidTarget) -> String? {
        let given: [(CaptionText, String?)] = [
            (.title, name), (.description, description), (.attribution, attribution),
        ]
        let lost = given.filter { $0.1 != nil && !target.storedTexts.contains($0.0) }.map(\.0.rawValue)
        guard !lost.isEmpty, !writesPage else { return nil }
        let capabilities = target.capabilities
        let means = [
            capabilities.storesIdentifier ? "--id for a manifest" : nil,
            capabilities.supportsViewerPage ? "--html for a web page" : nil,
        ].compactMap(\.self)
        let remedy =
            means.isEmpty
            ? "Write a folder with --html, or choose PMTiles"
            : "Add \(Self.list(means, "or")) that has \(lost.count > 1 ? "them" : "it")"
        return "\(target.phrase) does not store the \(Self.list(lost, "and")). \(remedy)."
    }

    /// Returns the warnings of what is given in vain for a pyramid.
    func warnings(for location: OutputLocation) -> [String] {
        [location.identifierWarning, textWarning(for: location.target)].compactMap(\.self)
    }
}
