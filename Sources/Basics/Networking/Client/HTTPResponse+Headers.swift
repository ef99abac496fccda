extension HTTPResponse {
    /// The seconds to wait that `Retry-After` asks for, in either form; nil if it does not.
    ///
    /// The date is now, in seconds from 1970.
    func retryDelay(at date: Double) -> Double? {
        guard let text = header("Retry-After") else { return nil }
        if let seconds = Int(text), seconds >= 0 { return Double(seconds) }
        return HTTPDate.seconds(of: text).map { max(0, Double($0) - date) }
    }
}

/// The value of the header `Content-Range`, such as `bytes 0-99/1234`.
struct ContentRange: Hashable {
    /// The first byte.
    let first: Int
    /// The number of bytes.
    let count: Int
    /// The bytes of the whole; nil if that is unknown.
    let total: Int?

    /// Parses the value; nil if it is malformed or the range is empty.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first,
            last < Int.max
        else { return nil }
        self.first = first
        count = last - first + 1
        total = Int(parts[1])
        if parts[1] != "*", total.map({ $0 <= last }) ?? true { return nil }
    }
}

/// The meanings of statuses.
enum StatusText {
    /// The meaning of a status in parentheses; empty for rare ones.
    static func meaning(of status: Int) -> String {
        let meanings = [
            401: "a name and a password are needed", 403: "forbidden", 404: "not found", 410: "gone",
            429: "too many requests", 500: "internal error", 502: "bad gateway", 503: "busy", 504: "gateway timeout",
        ]
        return meanings[status].map { " (\($0))" } ?? ""
    }
}
