/// Finds numbered things by their hashes, of which several may be equal.
///
/// The things are numbered from 0 in the order in which they come. Memory: 16 to 24 bytes each, and as much again for a
/// moment while the table grows.
struct HashIndex {
    /// The bytes of memory a thing takes at most while nothing is added.
    static let bytesPerEntry = 24

    private var hashes: [UInt64] = []
    /// The number of the thing plus 1, or 0; the place is the hash's lower bits or the next that was free.
    private var slots: [UInt32] = []

    /// An empty index with room for so many things.
    init(capacity: Int = 0) {
        hashes.reserveCapacity(capacity)
        grow(toHold: capacity)
    }

    /// How many things there are.
    var count: Int { hashes.count }

    /// Adds a thing, whose number is the count until then.
    mutating func append(_ hash: UInt64) {
        precondition(count < Int(UInt32.max), "things are numbered with 32 bits")
        if 2 * (count + 1) > slots.count {
            grow(toHold: 2 * (count + 1))
        }
        hashes.append(hash)
        insert(count - 1)
    }

    /// The first thing with this hash whose number is greater than `number`; nil when there is none.
    func first(_ hash: UInt64, after number: Int = -1) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        // Equal hashes are met in the order of their numbers, for each took the first free slot.
        while slots[slot] != 0 {
            let other = Int(slots[slot]) - 1
            if other > number, hashes[other] == hash { return other }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func grow(toHold count: Int) {
        guard count > 0 else { return }
        var size = 16
        while size < 2 * count {
            size *= 2
        }
        slots = Array(repeating: 0, count: size)
        for number in hashes.indices {
            insert(number)
        }
    }

    private mutating func insert(_ number: Int) {
        var slot = Int(truncatingIfNeeded: hashes[number]) & (slots.count - 1)
        while slots[slot] != 0 {
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = UInt32(number) + 1
    }
}
