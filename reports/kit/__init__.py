"""What questions, findings and pages are made with: questions, figures, facts for captions, words."""
