/// Dates in headers, in the three forms of RFC 9110, section 5.6.7.
enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The seconds from 1970 of a date; nil if it is none.
    static func seconds(of text: String) -> Int? {
        let words = text.split { " ,-".contains($0) }.map { $0.lowercased() }
        switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT, or Sunday, 06-Nov-94 08:49:37 GMT
        case 6:
            guard words[5] == "gmt" else { return nil }
            return seconds(year: words[3], month: words[2], day: words[1], time: words[4])
        // Sun Nov  6 08:49:37 1994
        case 5: return seconds(year: words[4], month: words[1], day: words[2], time: words[3])
        default: return nil
        }
    }

    private static func seconds(year: String, month: String, day: String, time: String) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard var year = Int(year), let month = months.firstIndex(of: month), let day = Int(day), parts.count == 3,
            let hour = parts[0], let minute = parts[1], let second = parts[2], (0...9999).contains(year),
            (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // Of a year with two digits, RFC 9110 takes the one that is at most 50 years ahead; 70 is the first of the epoch.
        if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
        return daysFrom1970(year: year, month: month + 1, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// The days from 1970-01-01 to a date of the Gregorian calendar, with years that begin in March, so that the leap day
    /// is the last one.
    private static func daysFrom1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
