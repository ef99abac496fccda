/// Invented names of places, each a pure function of a hash.
enum PlaceNames {
    private static let starts = [
        "AL", "BRE", "CAR", "DOR", "EL", "FEN", "GAL", "HAL", "IS", "KOR", "LAN", "MER", "NOR", "OR", "PEL", "QUI",
        "RO",
        "SAL", "TAR", "UL", "VAL", "WES", "YR", "ZEN",
    ]
    private static let middles = ["", "A", "DE", "LI", "MO", "NA", "RI", "SE", "TO", "VE"]
    private static let ends = [
        "BERG", "BY", "DAL", "DEN", "FJORD", "GARD", "HAM", "LAND", "MAR", "NESS", "RA", "SUND", "TON", "VIK", "WICK",
    ]
    private static let seas = ["SEA OF ", "GULF OF ", "BAY OF ", "STRAIT OF ", ""]
    private static let lands = ["", "MOUNT ", "NORTH ", "SOUTH ", "UPPER ", "LOWER "]

    /// Returns the name of a town.
    static func town(_ bits: UInt32) -> String {
        pick(starts, bits) + pick(middles, bits >> 6) + pick(ends, bits >> 12)
    }

    /// Returns the name of a body of water.
    static func sea(_ bits: UInt32) -> String {
        let kind = pick(seas, bits >> 18)
        return kind.isEmpty ? town(bits) + " DEEP" : kind + town(bits)
    }

    /// Returns the name of a region of land.
    static func land(_ bits: UInt32) -> String { pick(lands, bits >> 19) + town(bits) }

    private static func pick(_ list: [String], _ bits: UInt32) -> String { list[Int(bits & 0x3F) % list.count] }
}
