/// Finds the client of a proxy.
enum ForwardedClient {
    /// The address that the nearest proxy has seen: the last one of `X-Forwarded-For`, because all others may be made up.
    static func address(_ fields: [String: String]) -> String? {
        guard let last = fields["x-forwarded-for"]?.split(separator: ",").last else { return nil }
        return last.filter { $0 != " " && $0 != "\t" }
    }
}
