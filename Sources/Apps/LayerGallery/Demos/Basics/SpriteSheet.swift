internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Six layers show digits of one image, each through its `contentsRect`: 12:34:56.
    static let spriteSheet = Demo("sprite-sheet", "A digital clock from one image of ten digits", times: [0, 1.5]) {
        stage in
        let digits = (0..<6).map { index in
            let digit = Layer()
            digit.frame = Rect(x: 20 + 48 * Double(index), y: 80, width: 44, height: 70)
            digit.contents = DemoImages.digits
            // Digits have few pixels, which stay sharp.
            digit.magnificationFilter = .nearest
            stage.root.addSublayer(digit)
            return digit
        }
        stage.onFrame = { time in
            let seconds = 12 * 3600 + 34 * 60 + 56 + Int(time)
            let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
            let values = clock.flatMap { [$0 / 10, $0 % 10] }
            Transaction.run(disablesActions: true) {
                for (digit, value) in zip(digits, values) {
                    digit.contentsRect = Rect(x: Double(value) / 10, y: 0, width: 0.1, height: 1)
                }
            }
        }
    }
}
