extension ServerRequest {
    /// Whether the client has the body with a tag already, so that the answer is 304 (RFC 9110, section 13.2.2).
    func hasCurrent(_ tag: String?) -> Bool {
        guard let field = fields["if-none-match"], EntityTagList(field).weaklyMatches(tag) else { return false }
        // The condition that has to hold comes first.
        return fields["if-match"].map { EntityTagList($0).stronglyMatches(tag) } ?? true
    }
}
