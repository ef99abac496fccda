internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Hands turn about an anchor point near their end; each step of a second takes half a second.
    static let analogClock = Demo("analog-clock", "A clock whose hands turn about their ends", times: [0, 1.25, 2.75]) {
        stage in
        let face = Layer()
        face.frame = Rect(x: 60, y: 20, width: 200, height: 200)
        face.backgroundColor = DemoColors.gray
        face.cornerRadius = 100
        face.borderWidth = 4
        stage.root.addSublayer(face)
        let hands = [(8.0, 55.0, Color.black), (6, 80, .black), (3, 90, DemoColors.red)].map { width, length, color in
            let hand = Layer()
            hand.bounds = Rect(x: 0, y: 0, width: width, height: length)
            hand.anchorPoint = Point(x: 0.5, y: 0.9)
            hand.position = Point(x: 100, y: 100)
            hand.backgroundColor = color
            face.addSublayer(hand)
            return hand
        }
        var shown = -1
        stage.onFrame = { time in
            // 10:08:36, and what has passed since.
            let seconds = 36 + Int(time)
            guard seconds != shown else { return }
            let angles = [(10 + 8.6 / 60) / 12, (8 + Double(seconds) / 60) / 60, Double(seconds) / 60]
            let isFirst = shown < 0
            // The model is set with the animation, so nothing is left to do when that ends.
            Transaction.run(duration: 0.5, disablesActions: isFirst) {
                for (hand, turn) in zip(hands, angles) {
                    hand.affineTransform = AffineTransform(rotation: 2 * .pi * turn)
                }
            }
            shown = seconds
        }
    }
}
