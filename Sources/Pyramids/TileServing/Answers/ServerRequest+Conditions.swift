extension ServerRequest {
    /// Whether the client has the body with a tag already, so that the answer is 304 (RFC 9110, section 13.2.2).
    func hasCurrent(_ tag: String?) -> Bool {
        guard let field = fields["if-none-match"], EntityTagList(field).weaklyMatches(tag) else { return false }
        // The condition that has to hold comes first.
        return fields["if-match"].map { EntityTagList($0).stronglyMatches(tag) } ?? true
    }

    /// The tag of a rendered body, if the client has that already, so that the answer is 304.
    ///
    /// - Parameter source: a text that says all on which the body depends.
    /// - Returns: the tag that the client has sent; nil if the body has to be rendered.
    func currentTag(ofRendered source: String) -> EntityTag.Rendered? {
        guard let field = fields["if-none-match"] else { return nil }
        let tag = EntityTagList(field).texts.lazy.compactMap { EntityTag.Rendered($0, of: source) }.first
        return tag.flatMap { hasCurrent($0.text) ? $0 : nil }
    }
}
