extension ChannelSelection.QueryName {
    /// The most bytes of a word that may be a misspelled name.
    private static let longestWord = 24

    /// Finds the name that a word was meant to be: it begins with the same letter, and differs by one letter, or by two in names
    /// of eight and more; of several names, the one that differs least.
    ///
    /// Names of four letters, of which other words are near, may only differ in capital letters.
    ///
    /// - Parameter word: a word of a query, without escapes.
    /// - Returns: the name; nil for names, and for words that are near none.
    static func meant(by word: String) -> Self? {
        guard Self(rawValue: word) == nil, word.utf8.count <= longestWord else { return nil }
        let letters = Array(word.lowercased().utf8)
        let near = allCases.compactMap { name -> (name: Self, changes: Int)? in
            let right = Array(name.rawValue.utf8)
            let limit = right.count < 5 ? 0 : right.count < 8 ? 1 : 2
            guard letters.first == right.first, abs(letters.count - right.count) <= limit else { return nil }
            let changes = changes(from: letters, to: right)
            return changes <= limit ? (name, changes) : nil
        }
        return near.min { $0.changes < $1.changes }?.name
    }

    /// The fewest letters that are replaced, added, left out, or exchanged with the next one.
    private static func changes(from word: [UInt8], to name: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...name.count)
        for (row, letter) in word.enumerated() {
            var next = [row + 1]
            for (column, other) in name.enumerated() {
                var best = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == name[column - 1], word[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                next.append(best)
            }
            beforeLast = last
            last = next
        }
        return last[name.count]
    }
}
