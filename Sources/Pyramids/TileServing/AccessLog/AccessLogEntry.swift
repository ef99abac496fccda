internal import Glibc
internal import JSONDocuments

/// A request and what became of it.
struct AccessLogEntry: Hashable, Sendable {
    /// The time of arrival, in milliseconds from 1970.
    var time: Int
    /// The address of the client.
    var client: String
    /// The method.
    var method: String
    /// The target, without what is secret.
    var target: String
    /// The status; 499 if the client was gone before its answer.
    var status: Int
    /// The bytes of the body.
    var bytes: Int
    /// The seconds from the request to the end of its answer.
    var seconds: Double
    /// The `User-Agent` field; nil if the client sends none.
    var agent: String?
    /// The error, for those that answers do not explain; nil if there is none.
    var error: String?

    /// The most bytes of a target that are logged; clients could make it as long as a request.
    static let targetLimit = 2048
    /// The most bytes of each other text of a client that are logged.
    static let textLimit = 512

    /// The entry with long texts cut, which ends them with an ellipsis.
    var shortened: AccessLogEntry {
        var entry = self
        entry.client = Self.prefix(client, Self.textLimit)
        entry.method = Self.prefix(method, Self.textLimit)
        entry.target = Self.prefix(target, Self.targetLimit)
        entry.agent = agent.map { Self.prefix($0, Self.textLimit) }
        entry.error = error.map { Self.prefix($0, Self.targetLimit) }
        return entry
    }

    private static func prefix(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var bytes = text.utf8.prefix(limit)
        // Not within a character of several bytes.
        while let last = bytes.last, last & 0xC0 == 0x80 { bytes = bytes.dropLast() }
        if let last = bytes.last, last >= 0xC0 { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self) + "…"
    }

    /// The line of the log: a JSON object with a line feed.
    var line: String {
        var members = [
            ("time", JSONText.string(Self.text(of: time))), ("client", JSONText.string(client)),
            ("method", JSONText.string(method)), ("target", JSONText.string(target)), ("status", "\(status)"),
            ("bytes", "\(bytes)"), ("seconds", JSONText.number(seconds, digits: 6)),
        ]
        if let agent { members.append(("agent", JSONText.string(agent))) }
        if let error { members.append(("error", JSONText.string(error))) }
        return JSONText.object(members) + "\n"
    }

    /// The line that says the error alone, without control characters that clients or files may have brought in.
    var errorLine: String {
        let text = "\(method) \(target): \(error ?? "no error")"
        return String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0 }) + "\n"
    }

    /// A time in the form of RFC 3339, in UTC.
    private static func text(of milliseconds: Int) -> String {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ number: some BinaryInteger, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2)]
        let time = [digits(parts.tm_hour, 2), digits(parts.tm_min, 2), digits(parts.tm_sec, 2)]
        return "\(date.joined(separator: "-"))T\(time.joined(separator: ":")).\(digits(milliseconds % 1000, 3))Z"
    }
}
