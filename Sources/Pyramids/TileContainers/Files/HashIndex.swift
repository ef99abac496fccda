/// Finds numbered entries by their hashes, which need not be unique.
///
/// Entries are numbered from 0 in the order in which they are appended. Memory: 16 to 24 bytes each, and as much again
/// while the table grows.
package struct HashIndex {
    private var hashes: [UInt64] = []
    /// Open addressing with linear probing: the number of an entry plus 1, or 0 for an empty slot.
    private var slots: [UInt32] = []

    /// Creates an empty index with room for `capacity` entries.
    package init(capacity: Int = 0) {
        hashes.reserveCapacity(capacity)
        grow(toHold: capacity)
    }

    /// The number of entries.
    package var count: Int { hashes.count }

    /// Appends an entry; its number is the previous ``count``.
    package mutating func append(_ hash: UInt64) {
        precondition(count < Int(UInt32.max), "things are numbered with 32 bits")
        if 2 * (count + 1) > slots.count {
            grow(toHold: 2 * (count + 1))
        }
        hashes.append(hash)
        insert(count - 1)
    }

    /// The first entry with this hash whose number is greater than `number`; `nil` if there is none.
    package func first(_ hash: UInt64, after number: Int = -1) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        // Probing finds equal hashes in the order of their numbers, because each took the first free slot.
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
