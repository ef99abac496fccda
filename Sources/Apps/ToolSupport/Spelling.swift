/// Finds the word that a misspelled one was meant to be.
package enum Spelling {
    /// The length of the longest word that is compared, in characters.
    private static let longestWord = 24

    /// Returns the word of a list from which a misspelled word differs least.
    ///
    /// - Parameters:
    ///   - word: the word; a letter is wrong, missing, too many or swapped with the next one, or two are in words of six letters
    ///     and more.
    ///   - words: the words of the list; of several that differ as little, the first is returned.
    /// - Returns: the word of the list; nil if all differ more.
    package static func nearest(to word: String, among words: [String]) -> String? {
        guard (2...longestWord).contains(word.count) else { return nil }
        let limit = word.count < 6 ? 1 : 2
        return words.map { (word: $0, distance: distance(word, $0)) }.filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?.word
    }

    /// Returns the number of letters to insert, delete, replace or swap with the next one, so that a word becomes another.
    static func distance(_ first: String, _ second: String) -> Int {
        let a = Array(first)
        let b = Array(second)
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
