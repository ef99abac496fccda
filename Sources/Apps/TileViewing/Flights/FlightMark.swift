/// A moment of a flight from which on somebody waits for the picture to become sharp.
public struct FlightMark: Hashable, Sendable {
    /// What happens at the moment.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The image is seen for the first time.
        case opening
        /// The camera is somewhere else at once.
        case jump
        /// The camera stands still after a movement.
        case stop
    }

    /// What happens.
    public var kind: Kind
    /// When, in seconds of the flight.
    public var time: Double
    /// Until when the camera stays; at the least the same moment, at the most the flight's end.
    public var end: Double
    /// The words of the key that is reached, if it has some.
    public var note: String?

    /// A moment.
    public init(_ kind: Kind, time: Double, end: Double, note: String? = nil) {
        self.kind = kind
        self.time = time
        self.end = end
        self.note = note
    }
}

extension Flight {
    /// The beginning, the jumps and the stops, in the order of their times.
    ///
    /// - Complexity: O(n) for n keys.
    public var marks: [FlightMark] {
        var marks = [FlightMark(.opening, time: start, end: end, note: keys[0].note)]
        for (index, key) in keys.enumerated().dropFirst() {
            let last = keys[index - 1]
            let goesOn = index + 1 < keys.count && keys[index + 1].isMoved(from: key)
            if key.isJump || key.isMoved(from: last) {
                // Whatever was waited for before is over when the camera leaves.
                marks[marks.count - 1].end = min(marks[marks.count - 1].end, key.isJump ? key.time : last.time)
            }
            if key.isJump {
                marks.append(FlightMark(.jump, time: key.time, end: end, note: key.note))
            } else if key.isMoved(from: last), !goesOn {
                marks.append(FlightMark(.stop, time: key.time, end: end, note: key.note))
            }
        }
        return marks
    }
}
